import { expectAccepted, expectAnswer, expectResource, expectThat } from '../../http/expect.ts'
import type { Fields } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { readCarrierAccounts } from '../support/addresses/connected-accounts.ts'
import { downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import { expectPurchaseValues } from '../support/label-fields.ts'
import { fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { withRetries } from '../support/request-retry.ts'
import { rule } from '../support/rules-on.ts'
import { beginUnfinishedWork, changeAccountSettings, expectUnfinishedWorkContinues } from './changes.ts'
import {
  addRequestCounts,
  environments,
  expectFaultlessQuote,
  expectLabelPurchase,
  expectWholeFlow,
  flowNeeds,
  flowRequests,
  type KeyEnvironment,
} from './good-flow.ts'
import { expectSimultaneousResponses } from './meetings.ts'
import { refusalNeeds, refusalRequests, sendRefusedRequests } from './refusals.ts'

/** The resources that an account has created in an environment. A rule reads them again later. */
interface CreatedResources {
  readonly key: KeyEnvironment
  readonly label: Fields
  readonly tracker: { readonly id: string; readonly number: string }
  readonly batch: { readonly id: string; readonly cost: unknown }
  /** True if the delivery log shows which label an entry belongs to. */
  readonly isLogged: boolean
}

/** Buys a label, registers its tracking number, and creates a batch. */
async function createResources(
  t: RuleContext,
  key: KeyEnvironment,
  inbox: RuleInbox,
): Promise<CreatedResources> {
  const [rate, second] = await expectFaultlessQuote(t, key)
  if (rate === undefined || second === undefined)
    return t.notJudged('the quote had fewer than the two rates that the rule buys')
  const label = await expectLabelPurchase(t, rate, { key, inbox })
  const number = label.text('tracking_number')
  await t.account.tracking.script(number, 'never_scanned')
  const body = { tracking_number: number, carrier: rate.carrier }
  const tracker = expectResource(await t.call('registerTracker', { body, key }), 'tracker').text('id')
  const item = {
    ...t.setup.ratesBody(),
    ...{ rate_id: second.id, carrier: second.carrier, service: second.service },
    rate_cents: second.rateCents,
  }
  const batch = expectResource(await t.call('createBatch', { body: { items: [item] }, key }), 'batch')
  const log = await t.call('listDeliveries', { key })
  return {
    ...{ key, label, tracker: { id: tracker, number }, isLogged: log.text.includes(label.text('id')) },
    batch: { id: batch.text('id'), cost: batch.raw('total_cost_cents') },
  }
}

/** Reads all resources of an environment, and checks that they still have the values of their creation. Throws RuleBroken. */
async function expectUnchangedResources(
  t: RuleContext,
  { key, label, tracker, batch, isLogged }: CreatedResources,
  value: string,
): Promise<void> {
  const asked = { key: { value } }
  const id = label.text('id')
  expectPurchaseValues(label, await t.call('getLabel', { id, ...asked }))
  const download = await t.send({ method: 'GET', path: downloadPathOf(id), ...asked })
  expectAnswer(download, isDownloadResponse(download), `the PDF of ${id}`)
  const followed = expectResource(await t.call('getTracker', { id: tracker.id, ...asked }), 'tracker')
  const said = expectResource(await t.call('getBatch', { id: batch.id, ...asked }), 'batch')
  const values = [
    ['tracking_number', followed, tracker.number],
    ['total_cost_cents', said, batch.cost],
  ] as const
  for (const [name, fields, due] of values) {
    expectThat(fields.raw(name) === due || !fields.has(name), {
      expected: `${name} ${due}, as at its creation`,
      actual: showField(name, fields.raw(name)),
      answer: fields.answer,
    })
  }
  const log = await t.call('listDeliveries', asked)
  expectAccepted(log)
  expectAnswer(
    log,
    log.text.includes(id) || !isLogged,
    `the delivery of ${id}, one of the last 50, in the log`,
  )
  if (key === 'live') return
  const accounts = readCarrierAccounts(await t.call('listCarrierAccounts', asked))
  expectThat(accounts.length > 0, {
    expected: 'the carrier account that was connected',
    actual: 'no carrier account',
  })
}

/** Returns how many labels with this tracking number have webhook events. */
const countLabelsWithNumber = (inbox: RuleInbox, number: string): number =>
  new Set(
    inbox
      .all()
      .filter(({ json }) => Object(Object(json)['data'])['tracking_number'] === number)
      .map(({ labelId }) => labelId),
  ).size

const daysToMs = (count: number): number => hours(24 * count)
const agesMs = [daysToMs(1), daysToMs(8), daysToMs(32), daysToMs(100)]

/** Rules about whole flows, from a quote to a void: months later, after refusals, and while the account changes. */
export const flowRules: readonly Rule[] = [
  rule(
    'FLOW-001',
    'Days and months later, all resources read as before, the old keys work, and requests of every kind succeed.',
  )
    .with({ needs: [...flowNeeds, 'control:keys', 'control:carrier_accounts', 'control:tracking'] })
    .judges('ENDPOINTS-55')
    .by(async (given) => {
      const t = withRetries(given)
      await fillWallet(t)
      const inbox = await t.inbox()
      const { carrier } = await t.setup.rate()
      await t.account.carrierAccounts.connect({ carrier })
      const made = [await createResources(t, 'test', inbox), await createResources(t, 'live', inbox)]
      for (const [index, ageMs] of agesMs.entries()) {
        await t.passTime(ageMs - (agesMs[index - 1] ?? 0))
        for (const each of made) {
          const { key: value } = await t.account.keys.create({ environment: each.key })
          await expectUnchangedResources(t, each, value)
        }
      }
      for (const key of environments) await expectWholeFlow(t, key, inbox)
      for (const { key, batch, label } of made) {
        expectAccepted(await t.call('buyBatch', { id: batch.id, key }))
        // If labels share a tracking number, it is unknown which label was scanned.
        if (countLabelsWithNumber(inbox, label.text('tracking_number')) === 1)
          expectAccepted(await t.call('voidLabel', { id: label.text('id'), key }))
      }
      await expectTrackerUpdated(t, made[0]?.tracker)
    }),
  rule('FLOW-002', 'After four refusals or failures of each kind, requests of every kind succeed as before.')
    .with({
      needs: [...flowNeeds, ...refusalNeeds],
      requests: addRequestCounts(flowRequests, flowRequests, refusalRequests),
    })
    .judges('STATES-5')
    .by(async (given) => {
      const t = withRetries(given)
      const inbox = await t.inbox()
      await fillWallet(t)
      const carriers = new Set((await t.setup.rates()).map(({ carrier }) => carrier))
      // The rule does not check these responses. If a request gets no response, it may be sent again.
      await sendRefusedRequests(withRetries(given, 'all'), inbox)
      await t.account.faults.clear()
      await fillWallet(t)
      for (const key of environments) {
        const answered = new Set((await expectFaultlessQuote(t, key)).map(({ carrier }) => carrier))
        const missing = [...carriers].find((carrier) => !answered.has(carrier))
        expectThat(missing === undefined, {
          expected: `rates of ${missing}, as before the failures`,
          actual: `rates of ${[...answered].join(', ')}`,
        })
        await expectWholeFlow(t, key, inbox)
      }
    }),
  rule(
    'FLOW-003',
    'Quotes, batches, trackers and deliveries continue although keys, carriers, the wallet and the webhook change.',
  )
    .with({
      needs: [
        ...flowNeeds,
        ...(['control:keys', 'control:carrier_accounts', 'control:faults', 'control:tracking'] as const),
      ],
      requests: {
        ...{ createRates: 12, buyLabel: 10, getLabel: 8, voidLabel: 4, registerTracker: 2, getTracker: 2 },
        ...{ createBatch: 4, buyBatch: 4, getBatch: 4 },
      },
    })
    .judges('STATES-25')
    .by(async (given) => {
      const t = withRetries(given)
      await fillWallet(t)
      const first = await t.inbox()
      const pending = []
      const { carrier } = await t.setup.rate()
      await t.account.carrierAccounts.connect({ carrier })
      for (const key of environments) pending.push(await beginUnfinishedWork(t, key, first))
      const second = await changeAccountSettings(t, carrier)
      await expectUnfinishedWorkContinues(t, pending, { first, second })
    }),
  rule('FLOW-004', 'If requests of all kinds are sent at once, each request gets its own correct response.')
    .with({ needs: [...isolatedWallet] })
    .judges('ENDPOINTS-52')
    .by(async (given) => {
      const t = withRetries(given)
      await t.account.wallet.set({ balance_cents: 87_654_321, auto_reload: null })
      await expectSimultaneousResponses(t)
    }),
]

/** Checks that a tracker registered months ago still gets new events from its carrier. Throws RuleBroken. */
async function expectTrackerUpdated(
  t: RuleContext,
  tracker: CreatedResources['tracker'] | undefined,
): Promise<void> {
  if (tracker === undefined) return
  const detail = `Scanned months later ${'by the conveyor at the depot '.repeat(7)}and sent on`
  await t.account.tracking.event(tracker.number, 'in_transit', detail)
  await t.passTime(hours(4) + minutes(1))
  const answer = await t.call('getTracker', { id: tracker.id })
  expectThat(answer.text.includes(detail), {
    expected: `an event "${detail}"`,
    actual: showField('events', expectResource(answer, 'tracker').raw('events')),
    answer,
  })
}
