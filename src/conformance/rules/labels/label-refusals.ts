import { describeAnswer, expectAnswer, expectError, expectThat, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { expectList } from '../../http/lists.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import type { Shipment } from '../../setup/prerequisites.ts'
import {
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
  readWalletBalance,
} from '../support/money/isolated-wallet.ts'
import { buyWithReload } from '../support/money/reload.ts'
import { expectShownBalance } from '../support/money/wallet-reading.ts'
import { rule } from '../support/rules-on.ts'

const tryPurchase = (t: RuleContext, rateId: string, key: 'test' | 'live' = 'test') =>
  t.call('buyLabel', { body: { rate_id: rateId }, key })

/**
 * Requests rates for a shipment that cannot be shipped, and returns the id of the first rate. Ends the rule as skipped if
 * there is none, as a service need not quote such a shipment.
 */
async function requestUnshippableRateId(
  t: RuleContext,
  shipment: Shipment,
  key: 'test' | 'live' = 'test',
): Promise<string> {
  const answer = await t.call('createRates', { body: t.setup.ratesBody(shipment), key })
  // The service may refuse the rates request, or have no carrier for the shipment.
  const isRefused = (answer.status >= 400 && answer.status <= 499) || answer.status === 503
  if (isRefused)
    t.notJudged(
      `the target quotes no rates for the shipment, so the refusal of its purchase cannot be tested: ${describeAnswer(answer)}`,
    )
  const rates = await t.setup.of('A quote of rates', async () => expectList(answer, 'rates'))
  const [rate] = rates.filter(isObject)
  if (typeof rate?.['id'] !== 'string')
    return t.notJudged(
      'the target quotes no rates for the shipment, so the refusal of its purchase cannot be tested',
    )
  return rate['id']
}

/** Shipments of the profile that cannot be shipped, with the error of their purchase. */
const unshippableCases: readonly {
  readonly id: RuleId
  readonly judges: Judged
  readonly live: RuleId
  readonly liveJudges: Judged
  readonly code: ErrorCode
  readonly title: string
  shipment(t: RuleContext): Shipment
}[] = [
  {
    id: 'LABEL-201',
    judges: ['ENDPOINTS-39', 'ERRORS-42', 'ERRORS-43'],
    live: 'LABEL-231',
    liveJudges: ['STATES-10', 'ENDPOINTS-39'],
    code: 'LABEL.ADDRESS.UNDELIVERABLE',
    title: 'A label to an address that the carrier cannot deliver to',
    shipment: (t) => ({ to: t.profile.addresses.undeliverable }),
  },
  {
    id: 'LABEL-202',
    judges: ['ENDPOINTS-40', 'RESOURCES-29', 'RESOURCES-48', 'ERRORS-44', 'ERRORS-45'],
    live: 'LABEL-232',
    liveJudges: ['STATES-10', 'ENDPOINTS-40'],
    code: 'LABEL.WEIGHT.EXCEEDED',
    title: "A label for a package over the carrier's maximum weight",
    shipment: (t) => ({ parcel: t.profile.parcels.overweight }),
  },
]

/** Carrier faults that make a purchase fail. Each row has the id, statements, error code and start of title of a rule, and the fault. */
const faultRefusals: readonly (readonly [
  RuleId,
  Judged,
  ErrorCode,
  string,
  Readonly<Record<string, unknown>>,
])[] = [
  [
    'LABEL-203',
    ['ENDPOINTS-41', 'ERRORS-46', 'ERRORS-47'],
    'LABEL.SERVICE.UNAVAILABLE',
    'A service that is not available for the route',
    { target: 'carrier:*', operation: 'labels', mode: 'reject', code: 'LABEL.SERVICE.UNAVAILABLE' },
  ],
  [
    'LABEL-204',
    ['ENDPOINTS-45', 'ERRORS-54', 'ERRORS-55'],
    'LABEL.CREATION.FAILED',
    'A label whose creation fails unexpectedly',
    { target: 'label_creation', mode: 'error' },
  ],
]

/** Wallets that cannot pay, with the error code of a purchase. `after` is the rule that such a purchase charges nothing. */
const unpaidRefusals: readonly {
  readonly id: RuleId
  readonly judges: Judged
  readonly after: RuleId
  readonly code: ErrorCode
  readonly title: string
  readonly wallet: Parameters<RuleContext['account']['wallet']['set']>[0] & { readonly balance_cents: number }
}[] = [
  {
    id: 'LABEL-211',
    judges: ['ENDPOINTS-42', 'ERRORS-56', 'ERRORS-57'],
    after: 'LABEL-221',
    code: 'WALLET.INSUFFICIENT_BALANCE',
    title: 'a wallet without enough money',
    wallet: { balance_cents: 1, auto_reload: null },
  },
  {
    id: 'LABEL-212',
    judges: ['ENDPOINTS-43', 'ERRORS-58', 'ERRORS-59'],
    after: 'LABEL-222',
    code: 'WALLET.PAYMENT.FAILED',
    title: 'a wallet whose card is declined',
    wallet: {
      balance_cents: 1,
      payment_method: 'declined',
      auto_reload: { threshold_cents: 1_000, amount_cents: 10_000 },
    },
  },
  {
    id: 'LABEL-213',
    judges: ['ENDPOINTS-44', 'ERRORS-60', 'ERRORS-61'],
    after: 'LABEL-223',
    code: 'WALLET.PAYMENT_METHOD.MISSING',
    title: 'a wallet without a card',
    wallet: {
      balance_cents: 1,
      payment_method: 'none',
      auto_reload: { threshold_cents: 1_000, amount_cents: 10_000 },
    },
  },
]

export const labelRefusalRules: readonly Rule[] = [
  ...unshippableCases.flatMap(({ id, judges, live, liveJudges, code, title, shipment }) => [
    rule(id, `${title} is refused.`)
      .on('buyLabel')
      .judges(...judges)
      .by(async (t) => {
        await t.setup.label()
        const rateId = await requestUnshippableRateId(t, shipment(t))
        expectError(await tryPurchase(t, rateId), code)
      }),
    rule(live, `${title} is also refused with a live key, and charges nothing.`)
      .on('buyLabel', { needs: isolatedWallet })
      .judges(...liveJudges)
      .by(async (t) => {
        await fillWallet(t)
        await t.setup.label({ key: 'live' })
        const rateId = await requestUnshippableRateId(t, shipment(t), 'live')
        const before = await readWalletBalance(t)
        const answer = await tryPurchase(t, rateId, 'live')
        expectError(answer, code)
        await expectWalletBalance(t, before, answer)
      }),
  ]),
  ...faultRefusals.map(([id, judges, code, what, fault]) =>
    rule(id, `${what} is refused with ${code}.`)
      .on('buyLabel', { needs: ['control:faults'] })
      .judges(...judges)
      .by(async (t) => {
        await t.setup.label()
        const rate = await t.setup.rate()
        await t.account.faults.add(fault)
        expectError(await tryPurchase(t, rate.id), code)
      }),
  ),
  rule('LABEL-205', 'A purchase that fails unexpectedly charges nothing.')
    .on('buyLabel', { needs: ['control:faults', 'control:wallet', 'key:live', 'spend'], charges: 1 })
    .judges('STATES-10')
    .by(async (t) => {
      await t.setup.label({ key: 'live' })
      const rate = await t.setup.rate({ key: 'live' })
      await t.account.faults.add({ target: 'label_creation', mode: 'error' })
      const before = (await t.account.wallet.get()).integer('balance_cents')
      const answer = await tryPurchase(t, rate.id, 'live')
      expectAnswer(answer, !isSuccess(answer), 'a refusal of the purchase')
      const after = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(after === before, {
        expected: `${before} cents in the wallet, as before`,
        actual: `${after} cents in the wallet`,
        answer,
      })
    }),
  ...unpaidRefusals.flatMap(({ id, judges, after, code, title, wallet }) => [
    rule(id, `A live purchase from ${title} is refused with ${code}.`)
      .on('buyLabel', {
        needs: ['control:wallet', 'key:live', 'spend'],
        charges: 1,
        requests: { createRates: 2, buyLabel: 3 },
      })
      .judges(...judges)
      .by(async (t) => {
        await t.setup.label({ key: 'live' })
        const rate = await t.setup.rate({ key: 'live', minCents: 2 })
        await t.account.wallet.set(wallet)
        expectError(await buyWithReload(code, () => tryPurchase(t, rate.id, 'live')), code)
      }),
    rule(after, `A refused live purchase from ${title} charges nothing.`)
      .on('buyLabel', { needs: ['control:wallet', 'key:live', 'spend'], charges: 1 })
      .judges('STATES-10')
      .by(async (t) => {
        await t.setup.label({ key: 'live' })
        const rate = await t.setup.rate({ key: 'live', minCents: 2 })
        await t.account.wallet.set(wallet)
        const answer = await tryPurchase(t, rate.id, 'live')
        expectAnswer(answer, !isSuccess(answer), 'a refusal of the purchase')
        const left = (await t.account.wallet.get()).integer('balance_cents')
        expectThat(left === wallet.balance_cents, {
          expected: `${wallet.balance_cents} cents in the wallet`,
          actual: `${left} cents in the wallet`,
          answer,
        })
        const shown = await t.call('getWallet', { key: 'live' })
        expectShownBalance(wallet.balance_cents, shown)
      }),
  ]),
  rule('LABEL-233', 'A live purchase from a wallet that lacks one cent is refused, and charges nothing.')
    .on('buyLabel', { needs: ['control:wallet', 'key:live', 'spend'], charges: 1 })
    .judges('ENDPOINTS-42', 'STATES-10')
    .by(async (t) => {
      await t.setup.label({ key: 'live' })
      const rate = await t.setup.rate({ key: 'live', minCents: 1 })
      const short = rate.rateCents - 1
      await t.account.wallet.set({ balance_cents: short, auto_reload: null })
      const answer = await tryPurchase(t, rate.id, 'live')
      expectError(answer, 'WALLET.INSUFFICIENT_BALANCE')
      await expectWalletBalance(t, short, answer)
    }),
]
