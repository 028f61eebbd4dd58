/** The request as a line for a shell that can be run as it stands; `$DRYDOCK_KEY` holds the key. */
export function curlOf(request: {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly key: string | undefined
  readonly body: string | null
}): string {
  const { method, url, headers, key, body } = request
  const words = ['curl', '-i']
  if (method !== 'GET') words.push('-X', method)
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'authorization' && key !== undefined) {
      words.push('-H', '"Authorization: Bearer $DRYDOCK_KEY"')
    } else {
      words.push('-H', quote(`${name}: ${value}`))
    }
  }
  if (body !== null) words.push('--data-raw', quote(body))
  words.push(quote(url))
  return words.join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
