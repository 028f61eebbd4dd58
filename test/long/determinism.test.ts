import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAccount } from '../support/account.ts'
import { serveDrydock } from '../support/commands/built-command.ts'
import { batchItem, ratesBody } from '../support/labels/parcels.ts'
import { TestClient, type TestResponse } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const port = 48_151

it('two simulators with the same seed, clock and calls give the same responses, byte for byte', {
  timeout: 60_000,
}, async () => {
  const first = await recordResponses()
  const second = await recordResponses()
  expect(first.length).toBeGreaterThan(150)
  for (const [index, line] of first.entries()) expect(second[index]).toBe(line)
  expect(second).toHaveLength(first.length)
})

it('two simulators with different seeds give different ids', { timeout: 60_000 }, async () => {
  const [first] = await recordResponses(2)
  const [second] = await recordResponses(2, 'another')
  expect(first).not.toBe(second)
})

/** Returns all responses of a long run on a new simulator, with headers and bytes. */
async function recordResponses(rounds = 8, seed = 'tide'): Promise<string[]> {
  const simulator = await serveDrydock([
    '--quiet',
    '--seed',
    seed,
    '--public-url',
    `http://127.0.0.1:${port}`,
  ])
  // The port of the receiver differs in each run, but no response contains it.
  const inbox = await openInbox((attempt) => ({ status: attempt % 3 === 0 ? 200 : 503 }))
  const written: string[] = []
  try {
    const account = await createAccount(simulator.url, 'twice')
    await account.control('PUT /webhook', { url: inbox.url })
    await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down', probability: 0.5 })
    await account.control('POST /faults', { target: 'webhook', mode: 'drop', probability: 0.3 })
    // The host is the same in every run, because label_url and docs_url begin with it.
    const headers = { Host: `127.0.0.1:${port}` }
    const call = async (...[request, body, options]: Parameters<typeof account.call>) => {
      const exchange = await account.call(request, body, { ...options, headers })
      written.push(formatResponse(exchange))
      return exchange
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const key of [account.keys.test, account.keys.live]) {
        await call('POST /v1/addresses/validate', ratesBody().to_address, { key })
        const rates = await call('POST /v1/rates', ratesBody(), { key })
        const rateId = firstRate.parse(parseBody(rates)).rates[0]?.id
        const label = labelBody.parse(parseBody(await call('POST /v1/labels', { rate_id: rateId }, { key })))
        await call(`GET /v1/labels/${label.id}/download`, undefined, { key })
        const { tracking_number, carrier } = label
        const tracker = idBody.parse(
          parseBody(await call('POST /v1/trackers', { tracking_number, carrier }, { key })),
        )
        const items = [batchItem(), batchItem({ service: 'no such service' })]
        const batch = idBody.parse(parseBody(await call('POST /v1/batches', { items }, { key })))
        await call(`POST /v1/batches/${batch.id}/buy`, undefined, { key })
        if (round % 2 === 0) await call(`DELETE /v1/labels/${label.id}`, undefined, { key })
        written.push(JSON.stringify(await account.control('POST /clock/advance', { by: '7h' })))
        for (const path of [`labels/${label.id}`, `trackers/${tracker.id}`, `batches/${batch.id}`]) {
          await call(`GET /v1/${path}`, undefined, { key })
        }
        await call('GET /v1/wallet', undefined, { key })
        await call('GET /v1/carrier-accounts', undefined, { key })
        await call('GET /v1/webhooks/deliveries', undefined, { key })
      }
    }
    written.push(
      formatResponse(await new TestClient(simulator.url).send({ path: '/v1/wallet', headers })).replace(
        /date: .*\n|x-ratelimit-reset: .*\n/g,
        '',
      ),
    )
    return written
  } finally {
    await simulator.stop()
    await inbox.close()
  }
}

const idBody = z.object({ id: z.string() })
const labelBody = idBody.extend({ tracking_number: z.string(), carrier: z.string() })
const firstRate = z.object({ rates: z.array(idBody) })

function parseBody({ bytes }: TestResponse): unknown {
  return JSON.parse(bytes.toString())
}

function formatResponse({ request, status, headers, bytes }: TestResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  return `${request} ${status}\n${lines.join('')}\n${bytes.toString('latin1')}`
}
