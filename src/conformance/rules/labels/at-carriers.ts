import type { Answer } from '../../http/answer.ts'
import { expectError, expectResource, expectSuccess, expectThat, isSuccess } from '../../http/expect.ts'
import { RuleBroken } from '../../http/failures.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { expectPurchaseValues } from '../support/label-fields.ts'
import {
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
  readWalletBalance,
} from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'

const repetitions = 11
/** How long each of the slow carriers takes to respond, in milliseconds. */
const latenciesMs = [800, 2_100, 3_200]

/** Ways in which a carrier can fail, with the error code of the purchase. */
const failureModes = [
  ['down', undefined, 'LABEL.CREATION.FAILED'],
  ['timeout', undefined, 'LABEL.CREATION.FAILED'],
  ['error', undefined, 'LABEL.CREATION.FAILED'],
  ['malformed', undefined, 'LABEL.CREATION.FAILED'],
  ['reject', 'LABEL.WEIGHT.EXCEEDED', 'LABEL.WEIGHT.EXCEEDED'],
  ['reject', 'LABEL.SERVICE.UNAVAILABLE', 'LABEL.SERVICE.UNAVAILABLE'],
  ['reject', 'LABEL.ADDRESS.UNDELIVERABLE', 'LABEL.ADDRESS.UNDELIVERABLE'],
] as const

/** Buys a label at a rate with the live key, and returns the response. */
export const buyLiveLabel = (t: RuleContext, rateId: string) =>
  t.call('buyLabel', { body: { rate_id: rateId }, key: 'live' })

/** Counts the labels in the account's shipping history. */
const countShipments = async (t: RuleContext): Promise<number> => (await t.account.shipments.list()).length

/** Checks that a purchase failed with this code. `where` names the carrier and its fault for the report. Throws RuleBroken. */
function expectPurchaseFailure(answer: Answer, code: ErrorCode, where: string): void {
  try {
    expectError(answer, code)
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error
    const { expected, actual, cause } = error
    throw new RuleBroken({ expected: `${expected} ${where}`, actual, answer, cause })
  }
}

const makePurchaseRule = rulesOn('buyLabel', { needs: [...isolatedWallet, 'control:faults'] })

/** Rules about purchases while carriers fail or are slow, and about many purchases one after another. */
export const carrierPurchaseRules: readonly Rule[] = [
  makePurchaseRule(
    'LABEL-214',
    'If a purchase fails at its carrier, the error depends on the cause and not on the carrier, and the wallet is not charged.',
  )
    .judges('ENDPOINTS-45')
    .by(async (t) => {
      const before = await fillWallet(t)
      const rates = await requestCheapestOfEachCarrier(t, 'live')
      for (const [mode, code, told] of failureModes) {
        await t.account.faults.add({ target: 'carrier:*', operation: 'labels', mode, ...(code && { code }) })
        const answers = await settleAll(rates.map(({ id }) => buyLiveLabel(t, id)))
        for (const [index, answer] of answers.entries())
          expectPurchaseFailure(answer, told, `from ${rates[index]?.carrier} while it fails by "${mode}"`)
        await expectWalletBalance(t, before)
        await t.account.faults.clear()
      }
      for (const { id } of rates) expectSuccess(await buyLiveLabel(t, id))
      await expectWalletBalance(t, before - rates.reduce((sum, { rateCents }) => sum + rateCents, 0))
    }),
  makePurchaseRule(
    'LABEL-226',
    `After ${repetitions} purchases refused for lack of money and ${repetitions} failed purchases, a rate is sold at its price.`,
  )
    .judges('STATES-5')
    .by(async (t) => {
      const rate = await t.setup.rate({ key: 'live', minCents: 2 })
      await t.account.wallet.set({ balance_cents: 1, auto_reload: null })
      for (let count = 0; count < repetitions; count += 1) {
        expectError(await buyLiveLabel(t, rate.id), 'WALLET.INSUFFICIENT_BALANCE')
      }
      const before = await fillWallet(t)
      await t.account.faults.add({ target: `carrier:${rate.carrier}`, operation: 'labels', mode: 'down' })
      for (let count = 0; count < repetitions; count += 1) {
        expectError(await buyLiveLabel(t, rate.id), 'LABEL.CREATION.FAILED')
      }
      await t.account.faults.clear()
      const answer = await buyLiveLabel(t, rate.id)
      expectSuccess(answer)
      await expectWalletBalance(t, before - rate.rateCents, answer)
    }),
  rule(
    'LABEL-227',
    'If a carrier responds within three seconds, a purchase makes one label and one charge, or neither.',
  )
    .on('buyLabel', {
      needs: [...isolatedWallet, 'control:faults', 'control:shipments'],
      delaysMs: Math.max(...latenciesMs),
    })
    .judges('STATES-10')
    .by(async (t) => {
      const before = await fillWallet(t)
      const rates = (await requestCheapestOfEachCarrier(t, 'live')).slice(0, latenciesMs.length)
      for (const [index, { carrier }] of rates.entries()) {
        const fault = { target: `carrier:${carrier}`, operation: 'labels', mode: 'slow' }
        await t.account.faults.add({ ...fault, latency_ms: latenciesMs[index] })
      }
      const answers = await settleAll(rates.map(({ id }) => buyLiveLabel(t, id)))
      const sold = rates.filter((_, index) => answers[index] !== undefined && isSuccess(answers[index]))
      const count = sold.length
      const due = before - sold.reduce((sum, { rateCents }) => sum + rateCents, 0)
      const readBalanceAndShipments = async () => ({
        left: await readWalletBalance(t),
        made: await countShipments(t),
      })
      // A broken service may make a second charge a moment later, so the rule looks several times.
      const seen = await t.lookUntil(readBalanceAndShipments, {
        holds: ({ left, made }) => left !== due || made !== count,
        pausesMs: [300, 400],
      })
      expectThat(seen.left === due && seen.made === count, {
        expected: `${due} cents in the wallet and ${count} shipments, one for each purchase that returned a label`,
        actual: `${seen.left} cents and ${seen.made} shipments`,
        answer: answers.at(-1),
      })
    }),
  rule(
    'LABEL-414',
    'Twelve live labels have twelve different ids and tracking numbers, and each reports the balance after its own purchase.',
  )
    .on('buyLabel', { needs: isolatedWallet, requests: { createRates: 12, buyLabel: 12, getLabel: 12 } })
    .judges('RESOURCES-52')
    .by(async (t) => {
      let balance = await fillWallet(t)
      const labels = []
      const rates = (await t.setup.rates({ key: 'live' })).slice(0, 12)
      while (rates.length < 12)
        rates.push(...(await t.setup.rates({ key: 'live' })).slice(0, 12 - rates.length))
      for (const rate of rates) {
        const answer = await buyLiveLabel(t, rate.id)
        // One of the rates may cost more than any wallet can hold, so a 402 is no failure.
        if (answer.status === 402) continue
        const label = expectResource(answer, 'label')
        balance -= rate.rateCents
        label.expect('wallet_balance_after_cents', balance)
        labels.push(label)
      }
      for (const name of ['id', 'tracking_number']) {
        const values = new Set(labels.map((label) => label.text(name)))
        expectThat(values.size === labels.length, {
          expected: `${labels.length} different values of ${name}`,
          actual: `${values.size} different values`,
          answer: labels.at(-1)?.answer,
        })
      }
      for (const label of labels) {
        expectPurchaseValues(label, await t.call('getLabel', { id: label.text('id'), key: 'live' }))
      }
    }),
]
