import { expectAccepted, expectAnswer, expectResource, expectSuccess, expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { minutes } from '../../target/need.ts'
import { downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import { findCheapestOfEachCarrier } from '../support/each-carrier.ts'
import {
  expectEventMatchesLabel,
  expectLabelMatchesRate,
  expectPurchaseValues,
} from '../support/label-fields.ts'
import { expectWalletBalance, isolatedWallet, readWalletBalance } from '../support/money/isolated-wallet.ts'
import { expectCompleteRates, requestRates } from '../support/quotes.ts'

/** The environment of a key. */
export type KeyEnvironment = 'test' | 'live'
/** Both environments of keys. */
export const environments = ['test', 'live'] as const

/** The needs of a rule that runs whole flows (from a quote to a void). */
export const flowNeeds = [...isolatedWallet, 'control:webhook', 'control:clock', 'inbox'] as const

/** How many requests a whole flow sends at most, by operation. */
export const flowRequests = {
  ...{ validateAddress: 1, createRates: 2, buyLabel: 4, getLabel: 4, voidLabel: 1 },
  ...{ registerTracker: 1, getTracker: 1, listCarrierAccounts: 1 },
  ...{ createBatch: 1, buyBatch: 1, getBatch: 1, listDeliveries: 1, getWallet: 1, other: 4 },
} as const

/** Adds up several counts of requests, by operation. */
export function addRequestCounts(
  ...counts: readonly Readonly<Record<string, number>>[]
): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {}
  for (const [name, count] of counts.flatMap(Object.entries)) sum[name] = (sum[name] ?? 0) + Number(count)
  return sum
}

/** Requests rates and returns them. Checks that they are complete and sorted by price, and that no carrier failed. Throws RuleBroken. */
export async function expectFaultlessQuote(
  t: RuleContext,
  key: KeyEnvironment,
): Promise<readonly QuotedRate[]> {
  const answer = await requestRates(t, key)
  const rates = expectCompleteRates(answer)
  const failed = Object(answer.json)['failed_carriers']
  expectThat(!Array.isArray(failed) || failed.length === 0, {
    expected: 'no carrier in failed_carriers, as no carrier failed',
    actual: showField('failed_carriers', failed),
    answer,
  })
  return rates.map((rate) => ({
    id: rate.text('id'),
    carrier: rate.text('carrier'),
    service: rate.text('service'),
    rateCents: rate.integer('rate_cents'),
    value: rate.value,
  }))
}

/** Buys a rate, reads the label, and checks both responses, the charge to the live wallet, and the webhook event. Throws RuleBroken. */
export async function expectLabelPurchase(
  t: RuleContext,
  rate: QuotedRate,
  { key, inbox }: { readonly key: KeyEnvironment; readonly inbox: RuleInbox },
): Promise<Fields> {
  const before = await readWalletBalance(t)
  const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key })
  const label = expectResource(answer, 'label')
  expectLabelMatchesRate(label, { rate, answer, mayBeFree: key === 'test' })
  await expectWalletBalance(t, before - (key === 'live' ? rate.rateCents : 0), answer)
  const id = label.text('id')
  const [delivery] = await inbox.waitFor(id)
  expectThat(delivery !== undefined, { expected: `an event of ${id}`, actual: 'no event', answer })
  expectEventMatchesLabel(fieldsOf(delivery.json, 'the event').object('data'), label)
  expectPurchaseValues(label, await t.call('getLabel', { id, key }))
  return label
}

/** Runs a whole flow of valid requests and checks each response: address, labels of each carrier, void, tracker, batch. Throws RuleBroken. */
export async function expectWholeFlow(t: RuleContext, key: KeyEnvironment, inbox: RuleInbox): Promise<void> {
  expectSuccess(await t.call('validateAddress', { body: t.profile.addresses.commercial, key }))
  const labels: Fields[] = []
  for (const rate of findCheapestOfEachCarrier(await expectFaultlessQuote(t, key)))
    labels.push(await expectLabelPurchase(t, rate, { key, inbox }))
  const [first, second = first] = labels
  if (first === undefined || second === undefined) return
  const id = first.text('id')
  expectAccepted(await t.call('voidLabel', { id, key }))
  const body = { tracking_number: second.text('tracking_number'), carrier: second.text('carrier') }
  const tracker = expectResource(await t.call('registerTracker', { body, key }), 'tracker').text('id')
  expectAccepted(await t.call('getTracker', { id: tracker, key }))
  expectSuccess(await t.call('listCarrierAccounts', { key }))
  expectSuccess(await t.call('getWallet', { key }))
  expectSuccess(await t.call('listDeliveries', { key }))
  await expectBatchPurchase(t, key, inbox)
  for (const label of labels) {
    const download = await t.send({ method: 'GET', path: downloadPathOf(label.text('id')), key })
    expectAnswer(
      download,
      isDownloadResponse(download),
      `the PDF of ${label.text('id')}, of ${label.text('carrier')}`,
    )
  }
}

/** Creates and buys a batch of two items, and checks its cost, its charge to the live wallet, and the webhook events of its labels. */
async function expectBatchPurchase(t: RuleContext, key: KeyEnvironment, inbox: RuleInbox): Promise<void> {
  const items = (await expectFaultlessQuote(t, key)).slice(0, 2).map((rate) => ({
    ...t.setup.ratesBody(),
    ...{ rate_id: rate.id, carrier: rate.carrier, service: rate.service, rate_cents: rate.rateCents },
  }))
  const cost = items.reduce((sum, { rate_cents }) => sum + rate_cents, 0)
  const before = await readWalletBalance(t)
  const known = listLabelsWithEvents(inbox).size
  const made = await t.call('createBatch', { body: { items }, key })
  const batch = expectResource(made, 'batch')
  const told = batch.integer('total_cost_cents')
  expectThat(told === cost || (key === 'test' && told === 0), {
    expected: `total_cost_cents ${cost}, the sum of the items`,
    actual: `total_cost_cents ${told}`,
    answer: made,
  })
  await expectWalletBalance(t, before - (key === 'live' ? cost : 0), made)
  await buyBatchAndExpectLabels(t, { id: batch.text('id'), key, inbox, count: known + items.length })
}

/** Buys a batch and checks that this many of its labels get webhook events within an hour. */
export async function buyBatchAndExpectLabels(
  t: RuleContext,
  {
    id,
    key,
    inbox,
    count,
  }: { readonly id: string; readonly key: KeyEnvironment; readonly inbox: RuleInbox; readonly count: number },
): Promise<void> {
  const bought = await t.call('buyBatch', { id, key })
  expectAccepted(bought)
  await t.passTime(minutes(60))
  const seen = await t.lookUntil(async () => listLabelsWithEvents(inbox).size, {
    holds: (size) => size >= count,
    pausesMs: [100, 300, 600, 1_000],
  })
  expectThat(seen >= count, {
    expected: `events of ${count} labels, including the labels of the batch`,
    actual: `events of ${seen} labels`,
    answer: bought,
  })
  expectAccepted(await t.call('getBatch', { id, key }))
}

/** Returns the ids of the labels that have webhook events. */
export const listLabelsWithEvents = (inbox: RuleInbox): ReadonlySet<string> =>
  new Set(inbox.all().flatMap(({ labelId }) => labelId ?? []))
