import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/**
 * The body as it was before a gateway packed it: some pack it though nobody asked. One whose coding is not known is
 * left as it is. Throws where it is not in the coding that is told, or longer than `maxBytes`.
 */
export async function decoded(body: Buffer, codings: string | undefined, maxBytes: number): Promise<Buffer> {
  let unpacked = body
  const told = (codings ?? '').split(',').map((each) => each.trim().toLowerCase())
  for (const coding of told.reverse()) {
    const decode = decoders.get(coding)
    if (decode !== undefined && unpacked.length > 0) {
      unpacked = await decode(unpacked, { maxOutputLength: maxBytes })
    }
  }
  return unpacked
}
