import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, createAccount, readLiveBalance, requestRates } from '../support/account.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { readJson } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'

let alone: ServingCommand
let crowded: ServingCommand
beforeAll(async () => {
  const seed = ['--quiet', '--seed', '7']
  alone = await serveDrydock(seed)
  crowded = await serveDrydock(seed)
})
afterAll(async () => {
  await alone.stop()
  await crowded.stop()
})

/**
 * Does everything that an account can do, also over time. Returns every response, without the port of the simulator.
 */
async function useAccount(account: Account): Promise<readonly string[]> {
  const seen: string[] = []
  const call = async (request: string, body?: unknown, options?: Parameters<Account['call']>[2]) => {
    const exchange = await account.call(request, body, options)
    seen.push(
      `${request} ${exchange.status} ${exchange.bytes.toString('latin1').replaceAll(account.url, 'URL')}`,
    )
    return exchange
  }
  for (let round = 0; round < 4; round += 1) {
    const [rate] = await requestRates(account)
    const bought = readJson(await call('POST /v1/labels', { rate_id: rate.id }))
    const { id, tracking_number } = Object(bought)
    await call('POST /v1/trackers', { tracking_number, carrier: rate.carrier })
    await call('POST /v1/labels', { rate_id: rate.id }, { key: account.keys.test })
    await call(`DELETE /v1/labels/${id}`)
    const batch = Object(readJson(await call('POST /v1/batches', { items: [batchItem(), batchItem()] })))
    await call(`POST /v1/batches/${batch.id}/buy`)
    await account.advance('5h')
    await call(`GET /v1/batches/${batch.id}`)
    await call(`GET /v1/labels/${id}`)
    await call('GET /v1/wallet')
    await call('GET /v1/carrier-accounts')
    await call('GET /v1/webhooks/deliveries')
  }
  return seen
}

/** Does everything in one account that could affect another. */
async function useAccountHarmfully(account: Account): Promise<void> {
  const { url, close } = await openInbox(() => ({ status: 500 }))
  await account.control('PUT /webhook', { url })
  for (let round = 0; round < 4; round += 1) {
    await account.control('POST /faults', {
      target: 'carrier:*',
      operation: 'labels',
      mode: 'down',
      times: 2,
    })
    await account.control('POST /faults', { target: 'label_creation', mode: 'error', times: 1 })
    await account.control('PATCH /wallet', { balance_cents: round, payment_method: 'declined' })
    await account.control('POST /carrier-accounts', { carrier: 'UPS' })
    const [rate] = await requestRates(account)
    const limited = Array.from({ length: 70 }, () => account.call('POST /v1/labels', { rate_id: rate.id }))
    const statuses = new Set((await Promise.all(limited)).map(({ status }) => status))
    expect(statuses.has(429)).toBe(true)
    await account.advance('26h')
    await account.control('DELETE /faults')
  }
  await close()
}

it('an account gets the same responses whatever other accounts do at the same time', async () => {
  const quiet = await useAccount(await createAccount(alone.url, 'me'))
  const me = await createAccount(crowded.url, 'me')
  const others = await Promise.all(['a', 'b', 'c'].map((name) => createAccount(crowded.url, name)))
  const [crowdedAnswers] = await Promise.all([useAccount(me), ...others.map(useAccountHarmfully)])
  expect(crowdedAnswers).toEqual(quiet)
  expect(await readLiveBalance(me)).toBe(100_000)
}, 60_000)

it('an account can neither read nor use the rates, labels, trackers and batches of another account', async () => {
  const [mine, theirs] = await Promise.all([createAccount(crowded.url), createAccount(crowded.url)])
  const [rate] = await requestRates(mine)
  const label = Object(readJson(await mine.call('POST /v1/labels', { rate_id: rate.id })))
  const tracker = Object(
    readJson(
      await mine.call('POST /v1/trackers', { tracking_number: label.tracking_number, carrier: rate.carrier }),
    ),
  )
  const batch = Object(readJson(await mine.call('POST /v1/batches', { items: [batchItem()] })))
  const asked = await Promise.all([
    theirs.call('POST /v1/labels', { rate_id: rate.id }),
    theirs.call(`GET /v1/labels/${label.id}`),
    theirs.call(`GET /v1/labels/${label.id}/download`),
    theirs.call(`DELETE /v1/labels/${label.id}`),
    theirs.call(`GET /v1/trackers/${tracker.id}`),
    theirs.call(`GET /v1/batches/${batch.id}`),
    theirs.call(`POST /v1/batches/${batch.id}/buy`),
  ])
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect(await theirs.control('GET /shipments')).toEqual({ shipments: [] })
  const log = JSON.stringify(await theirs.control('GET /requests'))
  expect(log).toContain(label.id)
  expect(JSON.stringify(await mine.control('GET /requests'))).not.toContain('GET /v1/batches/')
  expect(Object(readJson(await mine.call(`GET /v1/labels/${label.id}`))).void_status).toBeNull()
})
