/**
 * Returns the end of a request by its stated length; undefined if the length is missing or ambiguous. It does not use
 * the server's parser, so it can find a second request that the server reads in the body of the first.
 */
export function findRequestEnd(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1')
  const head = /^.*?\r?\n\r?\n/s.exec(text)?.[0]
  if (head === undefined) return undefined
  const codings = listHeaderValues(head, 'transfer-encoding')
  const lengths = listHeaderValues(head, 'content-length')
  if (codings.length + lengths.length > 1) return undefined
  const [length] = lengths
  if (length !== undefined) return /^\d+$/.test(length) ? head.length + Number(length) : undefined
  const [coding] = codings
  if (coding === undefined) return head.length
  return coding.toLowerCase() === 'chunked' ? findChunksEnd(text, head.length) : undefined
}

function listHeaderValues(head: string, name: string): readonly string[] {
  return head.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':')
    return line.slice(0, colon).toLowerCase() === name ? [line.slice(colon + 1).trim()] : []
  })
}

function findChunksEnd(text: string, from: number): number | undefined {
  for (let at = from; ; ) {
    const [line, size] = /^([\da-f]+)(?:;[^\r\n]*)?\r\n/i.exec(text.slice(at)) ?? []
    if (line === undefined || size === undefined) return undefined
    const length = Number.parseInt(size, 16)
    at += line.length
    if (length === 0) {
      const trailers = /^(?:[^\r\n]+\r\n)*\r\n/.exec(text.slice(at))
      return trailers === null ? undefined : at + trailers[0].length
    }
    at += length + 2
  }
}
