import { createBrokenRuleCause } from '../../http/cause.ts'
import { describeAnswer, expectError, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { expectLabelMatchesRate } from '../support/label-fields.ts'
import {
  balanceRule,
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
  readWalletBalance,
  simultaneousChargeRule,
} from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const makePurchaseRule = rulesOn('buyLabel', { needs: isolatedWallet })

/** Rules about charges to the live wallet that run only in accounts with invented money. */
export const liveMoneyRules: readonly Rule[] = [
  makePurchaseRule('WALLET-009', 'The most expensive rate of a live quote is sold as quoted, at its price.')
    .judges('STATES-6', 'RESOURCES-37', 'RESOURCES-59')
    .by(async (t) => {
      const before = await fillWallet(t)
      const [rate] = (await t.setup.rates({ key: 'live' }))
        .filter(({ rateCents }) => rateCents <= before)
        .sort((a, b) => b.rateCents - a.rateCents)
      if (rate === undefined)
        return t.notJudged(`no quoted rate can be paid from a wallet of ${before} cents`)
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
      const label = expectResource(answer, 'label')
      expectLabelMatchesRate(label, { rate, answer })
      await expectWalletBalance(t, before - rate.rateCents, answer)
      label.expect('wallet_balance_after_cents', before - rate.rateCents, {
        why: 'the balance before the purchase, less the price',
        cause: createBrokenRuleCause(balanceRule),
      })
    }),
  rule(simultaneousChargeRule.id, simultaneousChargeRule.title)
    .on('buyLabel', { needs: isolatedWallet })
    .judges(...simultaneousChargeRule.judges)
    .by(async (t) => {
      const before = await fillWallet(t)
      const rates = (await t.setup.rates({ key: 'live' }))
        .filter(({ rateCents }) => rateCents <= before / 4)
        .slice(0, 4)
      const bought = await Promise.all(
        rates.map(async (rate) => {
          const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
          return { answer, cents: rate.rateCents }
        }),
      )
      // The specification does not say whether so many concurrent purchases are all served.
      const sold = bought.filter(({ answer }) => isSuccess(answer))
      if (sold.length < 2)
        t.notJudged(
          `only ${sold.length} of ${bought.length} simultaneous purchases succeeded, but the rule compares the charges of at least two`,
        )
      const cost = sold.reduce((sum, { cents }) => sum + cents, 0)
      await expectWalletBalance(t, before - cost, sold.at(-1)?.answer)
    }),
  rule('WALLET-011', 'Voiding a live label takes no money from the wallet.')
    .on('voidLabel', { needs: isolatedWallet })
    .judges('STATES-13')
    .by(async (t) => {
      await fillWallet(t)
      const { id } = await t.setup.label({ key: 'live' })
      const before = await readWalletBalance(t)
      const answer = await t.setup.works('The void', t.call('voidLabel', { id, key: 'live' }))
      // The specification does not say whether and when a void refunds the price.
      const after = await readWalletBalance(t)
      expectThat(after >= before, {
        expected: `at least ${before} cents in the wallet`,
        actual: `${after} cents`,
        answer,
      })
    }),
  makePurchaseRule(
    'WALLET-014',
    'If two live purchases come at once and the balance covers only one, only one purchase succeeds.',
  )
    .judges('STATES-6')
    .by(async (t) => {
      const rates = (await t.setup.rates({ key: 'live' }))
        .filter(({ rateCents }) => rateCents > 0)
        .slice(0, 2)
      if (rates.length < 2)
        t.notJudged('the quote had fewer than the two rates above 0 cents that the rule buys')
      const balance_cents = Math.max(...rates.map(({ rateCents }) => rateCents))
      await t.account.wallet.set({ balance_cents, auto_reload: null })
      const answers = await Promise.all(
        rates.map(({ id }) => t.call('buyLabel', { body: { rate_id: id }, key: 'live' })),
      )
      const sold = answers.findIndex(isSuccess)
      expectThat(answers.filter(isSuccess).length === 1, {
        expected: 'one label and one refusal',
        actual: answers.map(describeAnswer),
        answer: answers.at(-1),
      })
      const refused = answers.find((each) => !isSuccess(each))
      if (refused !== undefined) expectError(refused, 'WALLET.INSUFFICIENT_BALANCE')
      await expectWalletBalance(t, balance_cents - (rates[sold]?.rateCents ?? 0), answers[sold])
    }),
  rule('WALLET-012', 'A live label of each quoted carrier takes the price of its rate from the wallet.')
    .on('buyLabel', { needs: isolatedWallet })
    .judges('STATES-6', 'RESOURCES-37', 'RESOURCES-59')
    .by(async (t) => {
      let due = await fillWallet(t)
      for (const rate of await requestCheapestOfEachCarrier(t, 'live')) {
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
        const label = expectResource(answer, 'label')
        expectLabelMatchesRate(label, { rate, answer })
        due -= rate.rateCents
        await expectWalletBalance(t, due, answer)
        label.expect('wallet_balance_after_cents', due, { why: `after a label of ${rate.carrier}` })
      }
    }),
]
