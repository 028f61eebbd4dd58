import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { OversizeBody } from './answer-receiver.ts'

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/**
 * Decodes a body by the value of its header `Content-Encoding`: some gateways compress although the request asks for
 * none. A body in an unknown coding is returned as it is. Throws if the body is not in the coding named, and OversizeBody
 * if it is longer than `maxBytes` when decoded, of which no more is decoded.
 */
export async function decoded(body: Buffer, codings: string | undefined, maxBytes: number): Promise<Buffer> {
  let unpacked = body
  const told = (codings ?? '').split(',').map((each) => each.trim().toLowerCase())
  for (const coding of told.reverse()) {
    const decode = decoders.get(coding)
    if (decode === undefined || unpacked.length === 0) continue
    unpacked = await decode(unpacked, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLong ? new OversizeBody(`the answer is longer than ${maxBytes} bytes once unpacked`) : error
    })
  }
  return unpacked
}
