import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { SendingRule } from '../answer.ts'
import { createRedactor } from '../redaction.ts'
import { type Client, openClient } from './client.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Starts a server that gives every request this response and counts the requests. Returns a client of the server. */
async function openClientOf(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly client: Client; heard(): number; readonly reached: readonly boolean[] }> {
  let heard = 0
  const server = createServer((request, response) => {
    heard += 1
    request.resume()
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reached: boolean[] = []
  const client = openClient({
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 10_000,
    redactor: createRedactor(),
    version: '0',
    waitBudget: { leftMs: 0 },
    pause: async () => {},
    signal: new AbortController().signal,
    onSend:
      () =>
      ({ worked }) =>
        reached.push(worked),
  })
  open.push(client.close)
  return { client, heard: () => heard, reached }
}

const sender: SendingRule = {
  onExchange: () => {},
  onAnswer: () => {},
  onLost: () => {},
  ruleId: 'A-001',
  nameKey: () => 'KEY',
  maySpend: () => false,
  preparePurchase: async () => undefined,
}
const wallet = { method: 'GET', path: '/v1/wallet' }

describe('the HTTP client of a run', () => {
  it('the HTTP client of a conformance run refuses a response that is nested too deeply, without a second request', async () => {
    const { client, heard, reached } = await openClientOf((response) =>
      response.end('['.repeat(200_000) + ']'.repeat(200_000)),
    )
    await expect(client.send(wallet, sender)).rejects.toThrow(
      'GET /v1/wallet: the response has more than 500 levels',
    )
    expect(heard()).toBe(1)
    expect(reached).toEqual([true])
  })

  it('the HTTP client of a conformance run repeats a lost GET once and never repeats a lost request of another method', async () => {
    const { client, heard } = await openClientOf((response) => response.destroy())
    await expect(client.send(wallet, sender)).rejects.toThrow('GET /v1/wallet')
    expect(heard()).toBe(2)
    await expect(client.send({ method: 'DELETE', path: '/v1/labels/lbl_1' }, sender)).rejects.toThrow(
      'DELETE',
    )
    expect(heard()).toBe(3)
  })
})
