import { createBrokenRuleCause } from '../../http/cause.ts'
import {
  errorCodeOf,
  expectAnswer,
  expectResource,
  expectSuccess,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import { ControlFailed } from '../../http/failures.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { hours } from '../../target/need.ts'
import {
  balanceRule,
  chargeRule,
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
  readWalletBalance,
  simultaneousChargeRule,
} from '../support/money/isolated-wallet.ts'
import { expectShownBalance, readWholeNumbers, shownBalanceRule } from '../support/money/wallet-reading.ts'
import { collectWholeNumbers } from '../support/money/whole-numbers.ts'
import { rule } from '../support/rules-on.ts'
import { readValuesByPath } from '../support/values-by-path.ts'

/** Returns true if a wallet shows that it is unlimited. The specification does not define a field for that (choices 31). */
function isShownAsUnlimited(wallet: unknown): boolean {
  const unlimitedWord = /unlimited|infinite|no[_ -]?limit/i
  return [...readValuesByPath(wallet)].some(([path, value]) => {
    if (value === null) return /balance|amount|cents|available/i.test(path) && !/reload|threshold/i.test(path)
    if (value === true) return unlimitedWord.test(path)
    return typeof value === 'string' && unlimitedWord.test(value)
  })
}

const readLiveWalletNumbers = async (t: RuleContext): Promise<readonly number[]> =>
  readWholeNumbers(await t.call('getWallet', { key: 'live' }))

/** Returns the whole numbers in the live wallet; an empty list if the live key may not read the wallet. */
const tryReadingLiveWalletNumbers = async (t: RuleContext): Promise<readonly number[]> => {
  const answer = await t.call('getWallet', { key: 'live' })
  return isSuccess(answer) ? collectWholeNumbers(answer.json) : []
}

/** Requests that would change the wallet if the API had such endpoints. */
const walletWrites = [
  ['POST', '/v1/wallet'],
  ['PATCH', '/v1/wallet'],
  ['POST', '/v1/wallet/fund'],
  ['POST', '/v1/wallet/topup'],
] as const

export const walletRules: readonly Rule[] = [
  rule('WALLET-001', 'The wallet can be read, and shows its balance as a whole number of cents.')
    .on('getWallet')
    .judges('ENDPOINTS-97', 'SERVICE-18', 'ENDPOINTS-99')
    .by(async (t) => {
      const answer = await t.call('getWallet')
      const hasNumber = collectWholeNumbers(expectSuccess(answer)).length > 0
      if (!hasNumber && isShownAsUnlimited(answer.json))
        t.notJudged('the sandbox wallet is unlimited and shows no balance in cents')
      readWholeNumbers(answer)
    }),
  rule('WALLET-007', 'The live wallet shows its balance as a whole number of cents.')
    .on('getWallet', { needs: ['key:live'] })
    .judges('ENDPOINTS-99', 'SERVICE-18')
    .by(async (t) => {
      await readLiveWalletNumbers(t)
    }),
  rule(chargeRule.id, chargeRule.title)
    .on('buyLabel', { needs: ['key:live', 'spend'], charges: 2, alone: true })
    .judges(...chargeRule.judges)
    .by(async (t) => {
      const first = await t.setup.label({ key: 'live' })
      const shownBefore = await tryReadingLiveWalletNumbers(t)
      const second = await t.setup.label({ key: 'live' })
      const shownAfter = await tryReadingLiveWalletNumbers(t)
      const before = first.fields.integer('wallet_balance_after_cents')
      const after = second.fields.integer('wallet_balance_after_cents')
      const hasMore = after !== before && after > before - second.rateCents
      // The owner of a shared account may fund the wallet between the purchases, which makes the balance higher.
      if (!t.isOwnAccount && hasMore && shownAfter.includes(after)) {
        if (shownBefore.includes(after + second.rateCents)) return
        t.notJudged(
          'the wallet was funded between the two purchases, so its balance does not show what the second one cost',
        )
      }
      expectThat(after === before - second.rateCents, {
        expected: `wallet_balance_after_cents ${before} - ${second.rateCents} = ${before - second.rateCents}`,
        actual: `wallet_balance_after_cents ${after}`,
        answer: second.answer,
      })
    }),
  rule(balanceRule.id, balanceRule.title)
    .on('buyLabel', { needs: ['key:live', 'spend'], charges: 1, alone: true })
    .judges(...balanceRule.judges)
    .by(async (t) => {
      const before = await tryReadingLiveWalletNumbers(t)
      const { fields } = await t.setup.label({ key: 'live' })
      const told = fields.integer('wallet_balance_after_cents')
      const numbers = await readLiveWalletNumbers(t)
      // A new and higher number may be the balance after the owner of a shared account has funded the wallet.
      const hasMore = numbers.some((each) => each > told && !before.includes(each))
      if (!t.isOwnAccount && !numbers.includes(told) && hasMore) {
        t.notJudged(
          `the wallet shows more than the ${told} cents of the purchase response, so it may have been funded since`,
        )
      }
      expectThat(numbers.includes(told), {
        expected: `${told} cents in a field of the wallet, as in the response to the purchase`,
        actual: `the numbers ${numbers.join(', ') || '(none)'} in the wallet`,
      })
    }),
  rule(shownBalanceRule.id, shownBalanceRule.title)
    .on('getWallet', { needs: ['control:wallet', 'key:live'] })
    .judges(...shownBalanceRule.judges)
    .by(async (t) => {
      const expectWalletShows = async (cents: number): Promise<void> =>
        expectShownBalance(cents, await t.call('getWallet', { key: 'live' }))
      await t.account.wallet.set({ balance_cents: 73_219 })
      await expectWalletShows(73_219)
      // The target may refuse a balance of 30 million dollars. If the target accepts the balance, the wallet must show it.
      const isTaken = await isCallAccepted(() => t.account.wallet.set({ balance_cents: 3_000_000_000 }))
      if (isTaken && (await readWalletBalance(t)) === 3_000_000_000) await expectWalletShows(3_000_000_000)
    }),
  rule(
    'WALLET-005',
    'If the wallet cannot pay for a live purchase, auto-reload adds money, and the purchase is paid from it.',
  )
    .on('buyLabel', {
      needs: ['control:wallet', 'key:live', 'spend'],
      charges: 1,
      requests: { createRates: 2, buyLabel: 2 },
    })
    .judges('SERVICE-31', 'RESOURCES-64')
    .by(async (t) => {
      const buy = async (rate: QuotedRate) => t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
      let rate = await t.setup.rate({ key: 'live', minCents: 2 })
      const amount_cents = 100_000
      const auto_reload = { threshold_cents: 1_000, amount_cents }
      await t.account.wallet.set({ balance_cents: 1, payment_method: 'valid', auto_reload })
      let answer = await buy(rate)
      // The specification does not say when a reload happens. The service may refuse the purchase, and reload later.
      if (errorCodeOf(answer) === 'WALLET.INSUFFICIENT_BALANCE') {
        if (!t.hasClock)
          t.notJudged(
            'the wallet could not pay, auto-reload may come later, and the target has no clock that the rule could move',
          )
        await t.passTime(hours(1))
        rate = await t.setup.rate({ key: 'live', minCents: 2 })
        answer = await buy(rate)
      }
      const left = expectResource(answer, 'label').integer('wallet_balance_after_cents')
      expectThat(left > 0, {
        expected: 'wallet_balance_after_cents above 0',
        actual: `wallet_balance_after_cents ${left}`,
        answer,
        // A service that charges simultaneous purchases wrongly also charges a purchase during a reload wrongly.
        cause: createBrokenRuleCause(simultaneousChargeRule),
      })
      // The service may add the reload to the one cent in the wallet, or set the balance to the reload.
      const balanceWithReload = left + rate.rateCents
      expectThat(balanceWithReload >= amount_cents && balanceWithReload % amount_cents <= 1, {
        expected: `wallet_balance_after_cents of one or more reloads of ${amount_cents} cents, less the price of ${rate.rateCents}`,
        actual: `wallet_balance_after_cents ${left}`,
        answer,
        cause: createBrokenRuleCause(balanceRule),
      })
      const more = (await readWalletBalance(t)) - left
      expectThat(more % amount_cents === 0, {
        expected: `${left} cents in the wallet, as in the response`,
        actual: `${left + more} cents in the wallet`,
        answer,
        cause: createBrokenRuleCause(balanceRule),
      })
    }),
  rule('WALLET-006', 'A wallet that has exactly the price of a rate can pay for the label.')
    .on('buyLabel', { needs: ['control:wallet', 'key:live', 'spend'], charges: 1 })
    .judges('STATES-5')
    .by(async (t) => {
      const rate = await t.setup.rate({ key: 'live' })
      await t.account.wallet.set({ balance_cents: rate.rateCents, auto_reload: null })
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
      expectResource(answer, 'label').expect('wallet_balance_after_cents', 0, {
        cause: createBrokenRuleCause(balanceRule),
      })
    }),
  rule('WALLET-008', 'A wallet can be funded with 5 dollars, but not with 4.99 dollars.')
    .with({ needs: ['control:accounts', 'control:wallet'] })
    .judges('LIMITS-32', 'SERVICE-32')
    .by(async (t) => {
      const fund = (amount_cents: number) => t.account.call('POST', '/wallet/fund', { amount_cents })
      const readBalance = async () => (await t.account.wallet.get()).integer('balance_cents')
      await fund(1_000)
      const before = await readBalance()
      const takesLeast = await isCallAccepted(() => fund(500))
      const more = await readBalance()
      expectThat(takesLeast && more === before + 500, {
        expected: `500 cents taken: ${before} + 500 = ${before + 500} cents in the wallet`,
        actual: takesLeast ? `${more} cents in the wallet` : 'a refusal',
      })
      const takesLess = await isCallAccepted(() => fund(499))
      const after = await readBalance()
      expectThat(!takesLess && after === more, {
        expected: `499 cents refused, and ${more} cents in the wallet`,
        actual: `499 cents ${takesLess ? 'taken' : 'refused'}, and ${after} cents in the wallet`,
      })
    }),
  rule('WALLET-013', 'The wallet cannot be funded through the API.')
    .with({ needs: isolatedWallet })
    .judges('SERVICE-35')
    .by(async (t) => {
      const before = await fillWallet(t)
      await t.setup.works('The wallet', t.call('getWallet', { key: 'live' }))
      const body = { amount_cents: 5_000, balance_cents: before + 5_000 }
      for (const [method, path] of walletWrites) {
        const answer = await t.send({ method, path, body, key: 'live' })
        expectAnswer(answer, !isSuccess(answer), 'a refusal, because only the dashboard has this function')
        await expectWalletBalance(t, before, answer)
      }
    }),
]

/** Returns true if the target accepts a call of the control protocol. */
async function isCallAccepted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof ControlFailed && error.lost === undefined) return false
    throw error
  }
}
