import type { IncomingMessage } from 'node:http'

/** Returns the bytes of a received request's body; undefined if there are more than `maxBytes`. */
export async function receiveBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
