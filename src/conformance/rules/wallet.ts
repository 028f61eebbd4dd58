import { expectResource, expectSuccess, expectThat } from '../expect.ts'
import { isObject } from '../fields.ts'
import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { active } from './active.ts'

const endpoint = 'GET /v1/wallet'
const buying = 'POST /v1/labels'

/** Every whole number in a wallet: its fields are not named, so any of them can be the balance. */
function wholeNumbers(value: unknown): readonly number[] {
  if (isObject(value)) return Object.values(value).flatMap(wholeNumbers)
  return typeof value === 'number' && Number.isSafeInteger(value) ? [value] : []
}

const liveWallet = async (t: RuleContext): Promise<readonly number[]> => {
  const answer = await t.call('getWallet', { key: 'live' })
  return wholeNumbers(expectSuccess(answer))
}

export const walletRules: readonly Rule[] = [
  active({
    id: 'WALLET-001',
    title: 'The wallet can be read, and the answer holds its balance as a whole number of cents.',
    section: 'Endpoints',
    endpoint,
    basis: 'table',
    sends: 'A GET of the wallet with a test key.',
    requests: { getWallet: 1 },
    run: async (t) => {
      const answer = await t.call('getWallet')
      expectThat(wholeNumbers(expectSuccess(answer)).length > 0, {
        expected: 'a balance in whole cents somewhere in the wallet',
        actual: answer.json,
        answer,
      })
    },
  }),
  active({
    id: 'WALLET-002',
    title: 'A live purchase takes exactly the price of its rate from the wallet.',
    section: 'States and transitions',
    endpoint: buying,
    basis: 'table',
    sends: 'Two live purchases, whose balances are compared.',
    needs: ['key:live', 'spend'],
    charges: 2,
    alone: true,
    requests: { createRates: 2, buyLabel: 2 },
    run: async (t) => {
      const first = await t.setup.label({ key: 'live' })
      const second = await t.setup.label({ key: 'live' })
      const before = first.fields.integer('wallet_balance_after_cents')
      const after = second.fields.integer('wallet_balance_after_cents')
      expectThat(after === before - second.rateCents, {
        expected: `${before} - ${second.rateCents} = ${before - second.rateCents} cents`,
        actual: after,
        answer: second.answer,
      })
    },
  }),
  active({
    id: 'WALLET-003',
    title: 'A live purchase says what is left in the wallet, and the wallet says the same.',
    section: 'Resources and their fields',
    endpoint: buying,
    basis: 'table',
    sends: 'A live purchase, and the wallet after it.',
    needs: ['key:live', 'spend'],
    charges: 1,
    alone: true,
    requests: { createRates: 1, buyLabel: 1, getWallet: 1 },
    run: async (t) => {
      const { fields } = await t.setup.label({ key: 'live' })
      const told = fields.integer('wallet_balance_after_cents')
      const numbers = await liveWallet(t)
      expectThat(numbers.includes(told), { expected: `${told} in the wallet`, actual: numbers })
    },
  }),
  active({
    id: 'WALLET-004',
    title: 'The wallet shows the balance that the account has.',
    section: 'What the service does',
    endpoint,
    sends: 'The live wallet, after its balance has been set.',
    needs: ['control:wallet', 'key:live'],
    requests: { getWallet: 1 },
    run: async (t) => {
      await t.account.wallet.set({ balance_cents: 73_219 })
      const numbers = await liveWallet(t)
      expectThat(numbers.includes(73_219), { expected: '73219 in the wallet', actual: numbers })
    },
  }),
  active({
    id: 'WALLET-005',
    title: 'Auto-reload pays money in where a live purchase would lack it.',
    section: 'What the service does',
    endpoint: buying,
    sends: 'A live purchase from a wallet with one cent, a valid card and auto-reload.',
    needs: ['control:wallet', 'key:live', 'spend'],
    charges: 1,
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const rate = await t.setup.rate({ key: 'live' })
      const auto_reload = { threshold_cents: 1_000, amount_cents: 100_000 }
      await t.account.wallet.set({ balance_cents: 1, payment_method: 'valid', auto_reload })
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
      const left = expectResource(answer, 'label').integer('wallet_balance_after_cents')
      expectThat(left > 0, { expected: 'money in the wallet', actual: left, answer })
    },
  }),
  active({
    id: 'WALLET-006',
    title: 'A wallet that has exactly the price of a rate can buy it.',
    section: 'States and transitions',
    endpoint: buying,
    basis: 'derived',
    sends: 'A live purchase from a wallet that has its price and not a cent more.',
    needs: ['control:wallet', 'key:live', 'spend'],
    charges: 1,
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const rate = await t.setup.rate({ key: 'live' })
      await t.account.wallet.set({ balance_cents: rate.rateCents, auto_reload: null })
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
      const left = expectResource(answer, 'label').integer('wallet_balance_after_cents')
      expectThat(left === 0, { expected: '0 cents left', actual: left, answer })
    },
  }),
]
