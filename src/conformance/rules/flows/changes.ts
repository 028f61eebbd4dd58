import { expectAccepted, expectResource, expectThat } from '../../http/expect.ts'
import type { Fields } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { hours, minutes, seconds } from '../../target/need.ts'
import { expectPurchaseValues } from '../support/label-fields.ts'
import { fillWallet } from '../support/money/isolated-wallet.ts'
import { requestRates } from '../support/quotes.ts'
import {
  buyBatchAndExpectLabels,
  expectFaultlessQuote,
  expectLabelPurchase,
  type KeyEnvironment,
  listLabelsWithEvents,
} from './good-flow.ts'

/** The quoted rates, label, tracker and batch of one environment, which must stay usable while the rule changes the account. */
export interface UnfinishedWork {
  readonly key: KeyEnvironment
  /** A rate of the platform, and a rate of the connected carrier account if there is one. */
  readonly rates: readonly QuotedRate[]
  /** A label for which the first webhook attempt has failed. */
  readonly label: Fields
  readonly tracker: string
  /** A batch that has not been bought. */
  readonly batch: string
}

const isOfConnectedAccount = ({ value }: QuotedRate): boolean => value['account_type'] === 'byoa'

/** Requests rates, buys a label whose webhook event the receiver refuses, registers its tracking number, and creates a batch. */
export async function beginUnfinishedWork(
  t: RuleContext,
  key: KeyEnvironment,
  inbox: RuleInbox,
): Promise<UnfinishedWork> {
  inbox.respond(() => ({ status: 500 }))
  const quoted = await expectFaultlessQuote(t, key)
  const [first, second, third] = quoted.filter((rate) => !isOfConnectedAccount(rate))
  if (first === undefined || second === undefined || third === undefined)
    return t.notJudged(
      'the quote had fewer than the three rates with account_type platform that the rule needs',
    )
  const label = await expectLabelPurchase(t, first, { key, inbox })
  const body = { tracking_number: label.text('tracking_number'), carrier: first.carrier }
  const registered = await t.setup.works('A registration', t.call('registerTracker', { body, key }))
  const item = {
    ...t.setup.ratesBody(),
    ...{ rate_id: third.id, carrier: third.carrier, service: third.service, rate_cents: third.rateCents },
  }
  const made = await t.setup.works('A batch', t.call('createBatch', { body: { items: [item] }, key }))
  return {
    key,
    rates: [second, ...quoted.filter(isOfConnectedAccount).slice(0, 1)],
    label,
    tracker: expectResource(registered, 'tracker').text('id'),
    batch: expectResource(made, 'batch').text('id'),
  }
}

/**
 * Changes the carrier accounts, keys, wallet and webhook of an account, and makes its carriers fail for a while. Unfinished
 * work of the account must go on all the same. Returns the receiver of the new webhook.
 */
export async function changeAccountSettings(t: RuleContext, carrier: string): Promise<RuleInbox> {
  const { carrierAccounts, keys, wallet, faults } = t.account
  const other = (await t.setup.rates()).find((rate) => rate.carrier !== carrier)?.carrier ?? carrier
  await carrierAccounts.connect({ carrier })
  await carrierAccounts.disconnect(await carrierAccounts.connect({ carrier: other }))
  for (const environment of ['test', 'live'] as const)
    await keys.revoke((await keys.create({ environment })).id)
  await faults.add({ target: 'carrier:*', mode: 'down' })
  for (const key of ['test', 'live'] as const) await requestRates(t, key)
  await faults.clear()
  await wallet.set({ payment_method: 'none' })
  await wallet.set({ auto_reload: { threshold_cents: 100, amount_cents: 500 } })
  await wallet.set({ auto_reload: null, payment_method: 'valid' })
  const inbox = await t.inbox()
  for (const key of ['test', 'live'] as const) {
    const { id } = await t.setup.label({ key })
    await t.setup.works('A void', t.call('voidLabel', { id, key }))
    await t.setup.works('A quote', requestRates(t, key))
  }
  await fillWallet(t)
  await t.passTime(minutes(4))
  return inbox
}

/** The receivers at the webhook URLs that the account had before and after the change. */
interface WebhookInboxes {
  readonly first: RuleInbox
  readonly second: RuleInbox
}

/**
 * Checks that all unfinished work continues: quoted rates can be bought, webhook events are sent again, batches are
 * processed, trackers are refreshed. Throws RuleBroken.
 */
export async function expectUnfinishedWorkContinues(
  t: RuleContext,
  pending: readonly UnfinishedWork[],
  inboxes: WebhookInboxes,
): Promise<void> {
  const { first, second } = inboxes
  for (const inbox of [first, second]) inbox.respond(() => ({ status: 200 }))
  for (const each of pending) await expectQuotesSold(t, each, second)
  await t.passTime(minutes(2) + seconds(10))
  for (const { label } of pending) expectSecondAttempt(label.text('id'), inboxes)
  for (const { key, batch } of pending)
    await buyBatchAndExpectLabels(t, {
      id: batch,
      key,
      inbox: second,
      count: listLabelsWithEvents(second).size + 1,
    })
  const detail = 'Seen after all changes'
  for (const { label } of pending)
    await t.account.tracking.event(label.text('tracking_number'), 'in_transit', detail)
  await t.passTime(hours(4) + minutes(1))
  for (const { key, tracker } of pending) {
    const answer = await t.call('getTracker', { id: tracker, key })
    expectThat(answer.text.includes(detail), {
      expected: `an event "${detail}"`,
      actual: showField('events', expectResource(answer, 'tracker').raw('events')),
      answer,
    })
  }
}

/** Checks that quoted rates are sold as quoted, that one of the new labels can be voided, and that the earlier label is unchanged. */
async function expectQuotesSold(
  t: RuleContext,
  { key, rates, label }: UnfinishedWork,
  inbox: RuleInbox,
): Promise<void> {
  const sold: Fields[] = []
  for (const rate of rates) sold.push(await expectLabelPurchase(t, rate, { key, inbox }))
  expectPurchaseValues(label, await t.call('getLabel', { id: label.text('id'), key }))
  expectAccepted(await t.call('voidLabel', { id: sold[0]?.text('id') ?? '', key }))
}

function expectSecondAttempt(id: string, { first, second }: WebhookInboxes): void {
  const attempts = first.arrivals(id).length + second.arrivals(id).length
  expectThat(attempts > 1, {
    expected: `a second attempt for ${id} after 5 minutes, at the old or the new URL`,
    actual: `${attempts} attempts`,
    cause: { kind: 'no-attempt', attempt: 2 },
  })
}
