import { randomBytes } from 'node:crypto'
import type { Answer } from '../../http/answer.ts'
import { expectResource, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { expectList } from '../../http/lists.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { fillWallet } from '../support/money/isolated-wallet.ts'
import { unknownIds } from '../support/requests.ts'
import { environments, type KeyEnvironment } from './good-flow.ts'

const repetitions = 4
const maxCarriers = 4
/** How often requests for batches are repeated: fewer times than others, because their limit is ten requests a minute. */
const batchRepetitions = 2

/** The statuses with which the webhook receiver refuses the five attempts of a delivery. */
const receiverStatuses = [410, 404, 301, 429, 500]

/** The needs of a rule that calls `sendRefusedRequests`, besides the needs of a whole flow. */
export const refusalNeeds = ['control:faults', 'control:scan', 'control:keys'] as const

/** How many requests `sendRefusedRequests` sends at most, by operation. */
export const refusalRequests = {
  ...{
    validateAddress: 6 * repetitions,
    createRates: 19 + 4 * repetitions,
    buyLabel: 8 + 10 * repetitions + 2 * maxCarriers,
  },
  ...{
    voidLabel: 8 * repetitions,
    registerTracker: 2 * repetitions,
    getTracker: 2 * repetitions,
    getLabel: 2 * repetitions,
  },
  ...{
    listCarrierAccounts: 2 * repetitions,
    createBatch: 20,
    buyBatch: 4 * batchRepetitions + 2,
    getWallet: 2 * repetitions,
  },
} as const

type SendRequest = () => Promise<Answer>

/** Sends a request several times with the test key and once with the live key, then lets a minute pass for a new limit window. */
async function repeatRefusedRequest(
  t: RuleContext,
  ask: (key: KeyEnvironment) => Promise<Answer>,
  count = repetitions,
): Promise<void> {
  for (let each = 0; each < count; each += 1) await ask('test')
  await ask('live')
  await t.passTime(minutes(1) + 1_000)
}

/** Requests rates and returns them; an empty list if the request is refused. */
async function tryRequestingRates(
  t: RuleContext,
  key: KeyEnvironment,
  shipment: Parameters<RuleContext['setup']['ratesBody']>[0],
) {
  const answer = await t.call('createRates', { body: t.setup.ratesBody(shipment), key })
  return isSuccess(answer) ? expectList(answer, 'rates').filter(isObject) : []
}

/** Buys a label and returns its id; undefined if the purchase is refused. */
async function tryBuyingLabel(t: RuleContext, key: KeyEnvironment): Promise<string | undefined> {
  const [rate] = await tryRequestingRates(t, key, {})
  const answer = await t.call('buyLabel', { body: { rate_id: rate?.['id'] ?? unknownIds.rate }, key })
  return isSuccess(answer) ? expectResource(answer, 'label').text('id') : undefined
}

/** Sends requests that the service refuses, for every possible reason, and refuses webhook deliveries. Does not check the responses. */
export async function sendRefusedRequests(t: RuleContext, inbox: RuleInbox): Promise<void> {
  await sendRefusedAddresses(t)
  await sendRefusedQuotes(t)
  await sendRefusedPurchases(t)
  await sendUnpaidPurchases(t)
  await sendRefusedVoids(t)
  await sendUnknownIdsAndKeys(t)
  await sendRefusedBatches(t)
  inbox.respond((attempt) => ({ status: receiverStatuses[attempt - 1] ?? 500 }))
  for (const key of ['test', 'test', 'test', 'live'] as const) await tryBuyingLabel(t, key)
  await t.passTime(hours(27))
  inbox.respond(() => ({ status: 200 }))
}

async function sendRefusedAddresses(t: RuleContext): Promise<void> {
  const { undeliverable, ambiguous, commercial } = t.profile.addresses
  const validate = (body: unknown) => (key: KeyEnvironment) => t.call('validateAddress', { body, key })
  await repeatRefusedRequest(t, validate(undeliverable))
  await repeatRefusedRequest(t, validate(ambiguous))
  await runDuringFault(t, { target: 'address_validation', mode: 'down' }, () =>
    repeatRefusedRequest(t, validate(commercial)),
  )
}

/** Adds a fault, calls `act`, and removes all faults. */
async function runDuringFault(
  t: RuleContext,
  fault: Readonly<Record<string, unknown>>,
  act: () => Promise<unknown>,
): Promise<void> {
  await t.account.faults.add(fault)
  await act()
  await t.account.faults.clear()
}

async function sendRefusedQuotes(t: RuleContext): Promise<void> {
  const body = t.setup.ratesBody()
  await repeatRefusedRequest(t, (key) => t.call('createRates', { body: { ...body, parcel: undefined }, key }))
  const fault = { target: 'carrier:*', operation: 'rates', mode: 'down' }
  await runDuringFault(t, fault, () => repeatRefusedRequest(t, (key) => t.call('createRates', { body, key })))
}

async function sendRefusedPurchases(t: RuleContext): Promise<void> {
  const buy = (rate_id: unknown, key: KeyEnvironment) => t.call('buyLabel', { body: { rate_id }, key })
  await repeatRefusedRequest(t, (key) => buy(unknownIds.rate, key))
  for (const key of environments) {
    const [far] = await tryRequestingRates(t, key, { to: t.profile.addresses.undeliverable })
    for (let count = 0; count < batchRepetitions && far !== undefined; count += 1) await buy(far['id'], key)
    const heavy = await tryRequestingRates(t, key, { parcel: t.profile.parcels.overweight })
    const rateOfCarrier = new Map(heavy.map((rate) => [rate['carrier'], rate['id']]))
    for (const id of [...rateOfCarrier.values()].slice(0, maxCarriers)) await buy(id, key)
    const [rate] = await tryRequestingRates(t, key, {})
    const reject = { mode: 'reject', code: 'LABEL.SERVICE.UNAVAILABLE' }
    for (const fault of [{ mode: 'error' }, reject]) {
      await runDuringFault(t, { target: 'carrier:*', operation: 'labels', ...fault }, async () => {
        for (let count = 0; count < batchRepetitions; count += 1) await buy(rate?.['id'], key)
      })
    }
  }
  await t.passTime(minutes(1))
}

async function sendUnpaidPurchases(t: RuleContext): Promise<void> {
  const reload = { threshold_cents: 1_000, amount_cents: 5_000 }
  const wallets = [
    { balance_cents: 0, auto_reload: null },
    { balance_cents: 0, payment_method: 'declined', auto_reload: reload },
    { balance_cents: 0, payment_method: 'none', auto_reload: reload },
  ] as const
  for (const wallet of wallets) {
    const [rate] = await tryRequestingRates(t, 'live', {})
    await t.account.wallet.set(wallet)
    const { id: rate_id, carrier, service, rate_cents } = rate ?? {}
    const item = { ...t.setup.ratesBody(), rate_id, carrier, service, rate_cents }
    for (let count = 0; count < repetitions; count += 1)
      await t.call('buyLabel', { body: { rate_id }, key: 'live' })
    for (let count = 0; count < batchRepetitions; count += 1)
      await t.call('createBatch', { body: { items: [item] }, key: 'live' })
    await t.passTime(minutes(1))
  }
  await t.account.wallet.set({ payment_method: 'valid' })
  await fillWallet(t)
}

async function sendRefusedVoids(t: RuleContext): Promise<void> {
  for (const key of environments) {
    const [voided, scanned] = [await tryBuyingLabel(t, key), await tryBuyingLabel(t, key)]
    if (scanned !== undefined) await t.account.scan(scanned)
    for (const id of [voided ?? unknownIds.label, scanned ?? unknownIds.label, unknownIds.label])
      for (let count = 0; count <= batchRepetitions; count += 1) await t.call('voidLabel', { id, key })
  }
  await t.passTime(minutes(1))
}

async function sendUnknownIdsAndKeys(t: RuleContext): Promise<void> {
  const limited = await t.account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
  const nobody = { value: `pr_test_${randomBytes(16).toString('hex')}` }
  const asks: readonly SendRequest[] = [
    () => t.call('getTracker', { id: unknownIds.tracker }),
    () => t.call('registerTracker', { body: { tracking_number: '1Z999' } }),
    () => t.call('getLabel', { id: unknownIds.label }),
    () => t.call('createRates', { body: t.setup.ratesBody(), key: { value: limited.key } }),
    () => t.call('getWallet', { key: nobody }),
  ]
  for (const ask of asks) for (let count = 0; count < repetitions; count += 1) await ask()
  const fault = { target: 'carrier:*', operation: 'accounts', mode: 'error' }
  await runDuringFault(t, fault, () =>
    repeatRefusedRequest(t, (key) => t.call('listCarrierAccounts', { key })),
  )
}

async function sendRefusedBatches(t: RuleContext): Promise<void> {
  const [rate] = await tryRequestingRates(t, 'test', {})
  const { id: rate_id, carrier, service, rate_cents } = rate ?? {}
  const item = { ...t.setup.ratesBody(), rate_id, carrier, service, rate_cents }
  const made = await t.call('createBatch', { body: { items: [item] } })
  for (const items of [[], [item, {}]])
    await repeatRefusedRequest(t, (key) => t.call('createBatch', { body: { items }, key }), batchRepetitions)
  await repeatRefusedRequest(t, (key) => t.call('buyBatch', { id: unknownIds.batch, key }), batchRepetitions)
  const id = isSuccess(made) ? expectResource(made, 'batch').text('id') : unknownIds.batch
  for (let count = 0; count <= batchRepetitions; count += 1) await t.call('buyBatch', { id })
  await t.passTime(minutes(1))
}
