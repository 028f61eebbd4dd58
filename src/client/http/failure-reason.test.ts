import { expect, it } from 'vitest'
import { describeRequestError } from './failure-reason.ts'

const buildErrorWithCode = (code: string) => Object.assign(new Error(`connect ${code} 127.0.0.1:9`), { code })

it.each([
  ['a known error code', buildErrorWithCode('ENOTFOUND'), 'no host has this name'],
  [
    'a certificate signed by itself',
    buildErrorWithCode('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'Node does not trust the certificate of the server; if you issued it, set NODE_EXTRA_CA_CERTS to the file of your certificate authority',
  ],
  ['an unknown error code', buildErrorWithCode('EPROTO'), 'EPROTO'],
  [
    'the error of fetch',
    new TypeError('fetch failed', { cause: buildErrorWithCode('ECONNREFUSED') }),
    'the connection was refused',
  ],
  [
    'an error without a code',
    new Error('The body is longer than 10 bytes.'),
    'The body is longer than 10 bytes.',
  ],
  [
    'the end of a time limit',
    new DOMException('The operation was aborted.', 'TimeoutError'),
    'no response came in time',
  ],
  ['a value that is not an error', 'gone', 'gone'],
])('describeRequestError explains %s', (_, error, reason) => {
  expect(describeRequestError(error)).toBe(reason)
})
