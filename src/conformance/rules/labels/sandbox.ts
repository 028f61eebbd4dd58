import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectResource, expectSuccess, expectThat, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { listStatements } from '../../section.ts'
import { makeResponseRule } from '../support/active.ts'
import { type Baseline, type Change, describeChanges, findChanges, makeBaseline } from '../support/changes.ts'
import { expectPdf, requestLabelUrl } from '../support/downloads.ts'
import { readSandboxField } from '../support/label-fields.ts'
import { isCounterPath, isListEntryChange, listPathOf, parseAmount } from '../support/money/money-parts.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const readWallet = async (t: RuleContext, key: 'test' | 'live' = 'test') =>
  (await t.setup.works(`The ${key} wallet`, t.call('getWallet', { key }))).json

/** Reads the wallet twice before a purchase, and returns its values as a baseline that ignores values that change by themselves. */
async function readWalletTwice(t: RuleContext, key?: 'live'): Promise<Baseline> {
  const still = makeBaseline(await readWallet(t, key), await readWallet(t, key))
  const isShown = [...still.values].some(([path, value]) => value !== undefined && !still.unstable.has(path))
  if (!isShown)
    t.notJudged('every value in the wallet changes even without a purchase, so a charge could not be noticed')
  return still
}

/** Checks that the wallet has not been charged for a purchase at this price. Throws RuleBroken. */
async function expectWalletUncharged(
  t: RuleContext,
  { before, priceCents, key = 'test' }: { before: Baseline; priceCents: number; key?: 'test' | 'live' },
): Promise<void> {
  const answer = await t.call('getWallet', { key })
  const charges = findCharges(findChanges(before, expectSuccess(answer)), priceCents)
  expectThat(charges.length === 0, {
    expected: 'a wallet from which nothing was taken',
    actual: describeChanges(charges),
    answer,
  })
}

/**
 * Returns the changes of a wallet that may be a charge: an amount is lower, or differs by the price. The specification
 * does not name the fields of a wallet (choices 32).
 */
function findCharges(changes: readonly Change[], priceCents: number): readonly Change[] {
  const moved = new Set(changes.filter(isListEntryChange).map(({ path }) => listPathOf(path)))
  return changes.filter(({ path, before, after }) => {
    const [was, is] = [parseAmount(before), parseAmount(after)]
    const list = listPathOf(path)
    if (was === undefined || is === undefined || (list !== undefined && moved.has(list))) return false
    return (is < was && !isCounterPath(path)) || Math.abs(is - was) === priceCents
  })
}

/** The maximum number of batch items from which the rule takes the cheapest. */
const maxItems = 20
const itemPriceOf = (item: Readonly<Record<string, unknown>> | undefined): number =>
  Number(item?.['rate_cents'])

/** Returns the cheapest rate or batch item above 0 cents, as a price of 0 cannot show a wrong charge; else the first. */
function findCheapestWithPrice<Sold>(all: readonly Sold[], cents: (sold: Sold) => number): Sold | undefined {
  const [cheapest] = [...all].filter((each) => cents(each) > 0).sort((a, b) => cents(a) - cents(b))
  return cheapest ?? all[0]
}

/** Checks that the live wallet is not charged, at once and again after the time in which a late charge would show. Throws RuleBroken. */
async function expectNoLiveCharge(t: RuleContext, before: Baseline, priceCents: number): Promise<void> {
  await expectWalletUncharged(t, { before, priceCents, key: 'live' })
  const { waited, unclear } = await t.waitForCharges()
  if (unclear !== undefined) t.notJudged(unclear)
  if (waited) await expectWalletUncharged(t, { before, priceCents, key: 'live' })
}

const makePurchaseRule = rulesOn('buyLabel')

const sandboxNumberRule = {
  id: 'SAND-003',
  title: 'The tracking number of a sandbox label begins with 9999.',
} as const

export const sandboxRules: readonly Rule[] = [
  makeResponseRule({
    id: 'SAND-014',
    judges: ['SERVICE-28'],
    title: 'The tracking number of every sandbox label begins with 9999, however many were bought before.',
    about: 'Every sandbox label in a response of the run.',
    provokedBy: ['LIMIT-203', 'SAND-003'],
    operation: 'buyLabel',
    createCheck: () => (answer) => {
      const label = answer.operation === 'buyLabel' && isSuccess(answer) ? answer.json : undefined
      if (!isObject(label) || label['sandbox'] !== true) return 'ignored'
      const number = label['tracking_number']
      // Another rule reports a tracking number that is not a text.
      if (typeof number !== 'string') return 'ignored'
      expectThat(number.startsWith('9999'), {
        expected: 'a tracking_number that begins with 9999',
        actual: `tracking_number ${number}`,
        answer,
        cause: createBrokenRuleCause(sandboxNumberRule),
      })
      return 'judged'
    },
  }),
  rule('SAND-001', 'A label bought with a test key is a sandbox label and costs nothing.')
    .on('buyLabel', { canary: true })
    .judges(
      ...listStatements({
        AUTHENTICATION: [5, 6],
        SERVICE: [25, 28],
        RESOURCES: [61, 114],
        STATES: [7],
        ENDPOINTS: [46],
      }),
    )
    .by(async (t) => {
      const before = await readWalletTwice(t)
      const { fields, trackingNumber, rateCents, answer } = await t.setup.label()
      expectThat(readSandboxField(fields), {
        expected: 'sandbox to be true',
        actual: 'sandbox false',
        answer,
      })
      expectThat(trackingNumber.startsWith('9999'), {
        expected: 'a tracking number that begins with 9999',
        actual: `tracking_number ${trackingNumber}`,
        answer,
      })
      await expectWalletUncharged(t, { before, priceCents: rateCents })
    }),
  makePurchaseRule('SAND-002', 'A label bought with a test key is marked as a sandbox label.')
    .judges('RESOURCES-61', 'ENDPOINTS-46', 'AUTHENTICATION-7')
    .by(async (t) => {
      const { fields, answer } = await t.setup.label()
      expectThat(readSandboxField(fields), {
        expected: 'sandbox to be true',
        actual: 'sandbox false',
        answer,
      })
    }),
  makePurchaseRule(sandboxNumberRule.id, sandboxNumberRule.title)
    .judges('SERVICE-28', 'AUTHENTICATION-7')
    .by(async (t) => {
      const { trackingNumber, answer } = await t.setup.label()
      expectThat(trackingNumber.startsWith('9999'), {
        expected: 'a tracking_number that begins with 9999',
        actual: `tracking_number ${trackingNumber}`,
        answer,
      })
    }),
  makePurchaseRule('SAND-004', 'The label_url of a sandbox label is under /v1/sandbox/labels/.')
    .judges('SERVICE-29')
    .by(async (t) => {
      const { labelUrl, answer } = await t.setup.label()
      const path = URL.canParse(labelUrl) ? new URL(labelUrl).pathname : ''
      expectThat(/\/v1\/sandbox\/labels\/./.test(path), {
        expected: 'a label_url under /v1/sandbox/labels/',
        actual: `label_url ${labelUrl}`,
        answer,
      })
    }),
  makePurchaseRule('SAND-005', 'The label_url of a sandbox label leads to a PDF.')
    .judges('SERVICE-30', 'RESOURCES-55')
    .by(async (t) => {
      const { labelUrl } = await t.setup.label()
      expectPdf(t, await requestLabelUrl(t, labelUrl, 'test'))
    }),
  rule('SAND-006', 'The balance of the sandbox wallet is the same after each of two purchases.')
    .on('buyLabel', { alone: true })
    .judges('SERVICE-27', 'STATES-7', 'ENDPOINTS-46', 'AUTHENTICATION-6')
    .by(async (t) => {
      const first = await t.setup.label()
      const second = await t.setup.label()
      const before = first.fields.integer('wallet_balance_after_cents')
      second.fields.expect('wallet_balance_after_cents', before, { why: 'as after the purchase before' })
    }),
  rule('SAND-007', 'A test key can buy labels even if the live wallet is empty.')
    .on('buyLabel', { needs: ['control:wallet'] })
    .judges('SERVICE-27')
    .by(async (t) => {
      await t.account.wallet.set({ balance_cents: 0, payment_method: 'none', auto_reload: null })
      const rate = await t.setup.rate()
      expectSuccess(await t.call('buyLabel', { body: { rate_id: rate.id } }))
    }),
  rule('SAND-008', 'A purchase with a test key does not change the live wallet.')
    .on('buyLabel', {
      needs: ['key:test', 'key:live'],
      canary: true,
      alone: true,
      requests: { getWallet: 4, createRates: 1, buyLabel: 1 },
    })
    .judges('AUTHENTICATION-6', 'SERVICE-25', 'STATES-7')
    .by(async (t) => {
      const before = await readWalletTwice(t, 'live')
      const rate = findCheapestWithPrice(await t.setup.rates(), ({ rateCents }) => rateCents)
      if (rate === undefined) return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
      const { rateCents } = await t.setup.labelOf(rate)
      await expectNoLiveCharge(t, before, rateCents)
    }),
  rule('SAND-009', 'A label bought with a live key is not marked as a sandbox label.')
    .on('buyLabel', { needs: ['key:live', 'spend'], charges: 1, alone: true })
    .judges('RESOURCES-62', 'RESOURCES-114', 'AUTHENTICATION-2')
    .by(async (t) => {
      const { fields, answer } = await t.setup.label({ key: 'live' })
      expectThat(!readSandboxField(fields), {
        expected: 'sandbox to be false',
        actual: 'sandbox true',
        answer,
      })
    }),
  rule('SAND-010', 'A batch created and bought with a test key does not change the live wallet.')
    .on('createBatch', {
      needs: ['key:test', 'key:live'],
      canary: true,
      alone: true,
      requests: { getWallet: 6, createRates: 1, createBatch: 1, buyBatch: 1 },
    })
    .judges('STATES-20')
    .by(async (t) => {
      const before = await readWalletTwice(t, 'live')
      const item = findCheapestWithPrice(await t.setup.batchItems(maxItems), itemPriceOf)
      const made = await t.setup.works(
        'The creation of a batch',
        t.call('createBatch', { body: { items: [item] } }),
      )
      const id = await t.setup.of('The batch', async () => expectResource(made, 'batch').text('id'))
      await expectNoLiveCharge(t, before, itemPriceOf(item))
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      await expectNoLiveCharge(t, before, itemPriceOf(item))
    }),
]
