import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './answer-receiver.ts'

describe('a response body that a gateway has compressed', () => {
  const body = Buffer.from('{"balance_cents":1}')

  it.each([
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['gzip, br', brotliCompressSync(gzipSync(body))],
    ['identity', body],
    ['of-its-own', body],
    [undefined, body],
  ])('decodeBody decompresses a response body with the encoding %s', async (codings, packed) => {
    expect(await decodeBody(packed, codings, 1_000)).toEqual(body)
  })

  it('decodeBody accepts an empty body, and refuses a body that is too long or not in its stated encoding', async () => {
    expect(await decodeBody(Buffer.alloc(0), 'gzip', 1_000)).toHaveLength(0)
    await expect(decodeBody(body, 'gzip', 1_000)).rejects.toThrow()
    await expect(decodeBody(gzipSync(Buffer.alloc(5_000)), 'gzip', 1_000)).rejects.toThrow(
      'the response is longer than 1000 bytes once unpacked',
    )
  })
})
