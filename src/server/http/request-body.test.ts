import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { ApiError } from '../../simulator/specification/errors.ts'
import { bodyLimitBytes, checkBody, cutOffBody, readBody } from './request-body.ts'

/** Returns a request that declares the length of its body but has sent only the beginning of the body. */
function beginBody(declaredBytes: number): IncomingMessage {
  const incoming = new IncomingMessage(new Socket())
  incoming.headers['content-length'] = String(declaredBytes)
  incoming.push('{')
  return incoming
}

/** Lets the server read the beginning of a body and calls `end`, which ends the body. Returns the code of the error. */
async function readRefusalAfter(incoming: IncomingMessage, end: (incoming: IncomingMessage) => void) {
  const body = readBody(incoming, bodyLimitBytes)
  await new Promise((resolve) => incoming.once('data', resolve))
  end(incoming)
  const read = await body
  try {
    return checkBody(read, 'application/json')
  } catch (error) {
    return error instanceof ApiError ? error.code : error
  }
}

it.each([
  ['disconnects', (incoming: IncomingMessage) => incoming.destroy()],
  [
    'sends a broken chunk',
    (incoming: IncomingMessage) => cutOffBody(incoming, new ApiError('REQUEST.SYNTAX.INVALID')),
  ],
] as const)(
  'the server refuses a body over the size limit with 413 even if the client then %s',
  async (_, end) => {
    expect(await readRefusalAfter(beginBody(99_999_999), end)).toBe('REQUEST.BODY.TOO_LARGE')
  },
)

it('the server refuses an incomplete body with a syntax error if its client disconnects', async () => {
  expect(await readRefusalAfter(beginBody(100), (incoming) => incoming.destroy())).toBe(
    'REQUEST.SYNTAX.INVALID',
  )
})
