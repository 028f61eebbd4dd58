import { expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { sendRaw } from '../support/raw-request.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const { url } = sharedSimulator()

/** Sends the first bytes of a batch of 8 MB, and waits for the response with the connection open. */
async function sendFirstBytes(body: string) {
  const { keys } = await createAccount(url)
  const head = [
    'POST /v1/batches HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${keys.test}`,
    'Content-Type: application/json',
    'Content-Length: 8000000',
  ]
  return sendRaw(url, `${head.join('\r\n')}\r\n\r\n${body}`)
}

it('the server refuses a batch with an item of more than 256 KiB before the whole request body has arrived', async () => {
  const answer = await sendFirstBytes(`{"items":[{"service":"${'x'.repeat(400_000)}`)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('body holds more than 262144 bytes in one value, from byte 10 on.')
})

it('the server refuses a batch of more than 5,000 items before the whole request body has arrived', async () => {
  const item = JSON.stringify({ service: 'x'.repeat(60) })
  const answer = await sendFirstBytes(`{"items":[${`${item},`.repeat(5_001)}`)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('BATCH.SIZE.EXCEEDED')
  expect(answer.text).toMatch(/^X-RateLimit-Remaining: \d+\r$/m)
})

// A client that is refused while it still sends may see a broken connection instead of the response.
it('the server reads a too large request body until no byte has come for a second, and then responds', async () => {
  const { keys } = await createAccount(url)
  const head = [
    'POST /v1/rates HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${keys.test}`,
    'Connection: close',
    'Content-Length: 400000',
  ]
  const sinceMs = performance.now()
  const answer = await sendRaw(url, `${head.join('\r\n')}\r\n\r\n{`)
  expect(answer.status).toBe(413)
  expect(performance.now() - sinceMs).toBeGreaterThan(900)
})

it.each(['/v1/wallet', '/v1/w%61llet'])(
  'the server closes the connection of a client that sends a body with GET %s, because it does not read that body',
  async (path) => {
    const { keys } = await createAccount(url)
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${keys.test}`,
      'Content-Length: 8000000',
    ]
    // `sendRaw` resolves only once the server has closed the connection.
    expect(await sendRaw(url, `${head.join('\r\n')}\r\n\r\n{`)).toMatchObject({ status: 200 })
  },
)
