import type { Seeded } from '../support/seeded.ts'
import { findRequestEnd } from './framing.ts'
import type { Pool } from './pool.ts'

/** Bytes that no HTTP client sends, but an attacker or a broken proxy may. */
export interface RawShape {
  readonly name: string
  readonly bytes: Buffer
  /** The maximum number of responses that the server may send to the bytes. */
  readonly answers: number
}

/**
 * The id of an account that only a hidden request could create: a second request in the body of the first. The account
 * must never exist.
 */
export const smuggledAccount = 'smuggled'

const hiddenBody = JSON.stringify({ id: smuggledAccount })
const hidden = `POST /_drydock/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${hiddenBody.length}\r\n\r\n${hiddenBody}`

type Maker = (given: { readonly pool: Pool; readonly draw: Seeded }) => string | Buffer

const createWalletRequest = (pool: Pool, more = '') =>
  `GET /v1/wallet HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${pool.keys.test}\r\n${more}\r\n`
const createPostRequest = (pool: Pool, framing: string, body: string) =>
  `POST /v1/rates HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${pool.keys.test}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${body}`

/** The length, in hexadecimal, of the chunk that contains the hidden request. */
const hiddenSize = hidden.length.toString(16)

const rawShapeMakers: Readonly<Record<string, Maker>> = {
  'length and chunks': ({ pool }) =>
    createPostRequest(pool, `Content-Length: 4\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${hidden}`),
  'chunks and length': ({ pool }) =>
    createPostRequest(
      pool,
      `Transfer-Encoding: chunked\r\nContent-Length: ${5 + hidden.length}`,
      `0\r\n\r\n${hidden}`,
    ),
  'two lengths': ({ pool }) =>
    createPostRequest(pool, `Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden),
  'two lengths in one': ({ pool }) => createPostRequest(pool, `Content-Length: 0, ${hidden.length}`, hidden),
  'a negative length': ({ pool }) => createPostRequest(pool, `Content-Length: -1`, hidden),
  'a length with a sign': ({ pool }) => createPostRequest(pool, `Content-Length: +0`, hidden),
  'a length in hexadecimal': ({ pool }) => createPostRequest(pool, `Content-Length: 0x0`, hidden),
  'a huge length': ({ pool }) => createPostRequest(pool, `Content-Length: 99999999999999999999`, '{}'),
  'a length too long': ({ pool }) => createPostRequest(pool, `Content-Length: 500`, '{}'),
  'a coding nobody knows': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding: xchunked`, `0\r\n\r\n${hidden}`),
  'a coding with a blank': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding : chunked`, `0\r\n\r\n${hidden}`),
  'a coding after a tab': ({ pool }) => createPostRequest(pool, `Transfer-Encoding:\tchunked`, `0\r\n\r\n`),
  'two codings': ({ pool }) => createPostRequest(pool, `Transfer-Encoding: gzip, chunked`, `0\r\n\r\n`),
  'a chunk without a size': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding: chunked`, `zz\r\n${hidden}`),
  'a chunk with an extension': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding: chunked`, `2;x="\n"\r\n{}\r\n0\r\n\r\n`),
  'a chunk of a hidden request': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding: chunked`, `${hiddenSize}\r\n${hidden}\r\n0\r\n\r\n`),
  'a trailer': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding: chunked`, `0\r\nAuthorization: x\r\n\r\n`),
  'a chunk that never ends': ({ pool }) =>
    createPostRequest(pool, `Transfer-Encoding: chunked`, `fffffff\r\n{`),
  'line feeds alone': ({ pool }) => createWalletRequest(pool).replaceAll('\r\n', '\n'),
  'carriage returns alone': ({ pool }) => createWalletRequest(pool).replaceAll('\r\n', '\r'),
  'a folded header': ({ pool }) => createWalletRequest(pool, 'X-Long: a\r\n b\r\n'),
  'a header without a name': ({ pool }) => createWalletRequest(pool, ': nothing\r\n'),
  'a header without a colon': ({ pool }) => createWalletRequest(pool, 'nothing\r\n'),
  'a NUL in a header': ({ pool }) => createWalletRequest(pool, 'X-Zero: a\0b\r\n'),
  'a name of prototypes': ({ pool }) => createWalletRequest(pool, '__proto__: x\r\nconstructor: y\r\n'),
  'many headers': ({ pool, draw }) =>
    createWalletRequest(
      pool,
      Array.from({ length: draw.pick([100, 2_500]) }, (_, at) => `x-${at}: 1\r\n`).join(''),
    ),
  'long headers': ({ pool }) => createWalletRequest(pool, `X-Long: ${'x'.repeat(40_000)}\r\n`),
  'a long path': ({ pool }) => createWalletRequest(pool).replace('/v1/wallet', `/v1/${'x'.repeat(20_000)}`),
  'no host': ({ pool }) => createWalletRequest(pool).replace('Host: 127.0.0.1\r\n', ''),
  'two hosts': ({ pool }) => createWalletRequest(pool, 'Host: evil.test\r\n'),
  'an empty host': () => 'GET /_drydock/accounts HTTP/1.1\r\nHost:\r\n\r\n',
  'another host named in the target': () =>
    'GET http://evil.test/_drydock/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'a target with a fragment': () =>
    'GET http://127.0.0.1#@evil.test/_drydock HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'a star for a target': () => 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'a name for a target': () => 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n',
  'no slash': () => 'GET v1/wallet HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'two slashes': ({ pool }) => createWalletRequest(pool).replace('/v1', '//v1'),
  'HTTP 0.9': () => 'GET /v1/wallet\r\n\r\n',
  'HTTP 1.0': ({ pool }) => createWalletRequest(pool).replace('HTTP/1.1', 'HTTP/1.0'),
  'HTTP 2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP 9.9': ({ pool }) => createWalletRequest(pool).replace('HTTP/1.1', 'HTTP/9.9'),
  'an upgrade': ({ pool }) => createWalletRequest(pool, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  'an expectation': ({ pool }) => createPostRequest(pool, `Expect: 100-continue\r\nContent-Length: 2`, '{}'),
  'an odd expectation': ({ pool }) => createPostRequest(pool, `Expect: magic\r\nContent-Length: 2`, '{}'),
  'a hello of TLS': () => Buffer.from('16030100c8010000c40303', 'hex'),
  'nothing but line ends': () => '\r\n\r\n\r\n',
  noise: ({ draw }) => Buffer.from(Array.from({ length: draw.between(1, 400) }, () => draw.between(0, 255))),
  'half a request': ({ pool }) => createWalletRequest(pool).slice(0, 40),
  'a body with GET': ({ pool }) => createWalletRequest(pool, `Content-Length: ${hidden.length}\r\n`) + hidden,
  'a request after a DELETE': () =>
    `DELETE /v1/labels/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a blank before the method': ({ pool }) => ` ${createWalletRequest(pool)}`,
  'a method in small letters': ({ pool }) => createWalletRequest(pool).replace('GET', 'get'),
}

const pipelinedCount = 100

/** Draws bytes that no HTTP client sends, with the number of responses that are allowed. */
export function drawRawBytes(pool: Pool, draw: Seeded): RawShape {
  if (draw.chance(0.03))
    return {
      name: 'many at once',
      bytes: Buffer.from(createWalletRequest(pool).repeat(pipelinedCount)),
      answers: pipelinedCount,
    }
  const name = draw.pick(Object.keys(rawShapeMakers))
  const made = rawShapeMakers[name]?.({ pool, draw }) ?? ''
  const bytes = typeof made === 'string' ? Buffer.from(made, 'latin1') : made
  const sent = draw.chance(0.15) ? mutateBytes(bytes, draw) : bytes
  // A mutation made the first request end earlier, so the hidden request is a proper second request.
  return { name, bytes: endsBeforeHiddenRequest(sent) ? bytes : sent, answers: 2 }
}

/** Whether the first request, by its own length, ends where the hidden request begins. */
export function endsBeforeHiddenRequest(bytes: Buffer): boolean {
  const hiddenAt = bytes.indexOf(hidden, 0, 'latin1')
  const end = findRequestEnd(bytes)
  if (hiddenAt === -1 || end === undefined || end > hiddenAt) return false
  return bytes.toString('latin1', end, hiddenAt).trim() === ''
}

function mutateBytes(bytes: Buffer, draw: Seeded): Buffer {
  const changed = Buffer.from(bytes)
  if (changed.length > 0) changed[draw.between(0, changed.length - 1)] = draw.between(0, 255)
  return changed
}
