import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectResource, expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { readCarrierAccounts } from '../support/addresses/connected-accounts.ts'
import { connectRejectedAccount } from '../support/addresses/rejected-account.ts'
import { expectEventMatchesLabel, expectLabelMatchesRate, readSandboxField } from '../support/label-fields.ts'
import {
  balanceRule,
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
} from '../support/money/isolated-wallet.ts'
import { expectCheapestFirst, expectCompleteRates, readRates, requestRates } from '../support/quotes.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

type Environment = 'test' | 'live'

/** Connects an account of the cheapest carrier. Returns the rates of that account, and all other rates. */
export async function requestConnectedAccountRates(t: RuleContext, key: Environment = 'test') {
  const [before] = await t.setup.rates({ key })
  await t.account.carrierAccounts.connect({ carrier: before?.carrier ?? '' })
  const rates = await t.setup.rates({ key })
  const isRateOfConnectedAccount = ({ value }: QuotedRate): boolean => value['account_type'] === 'byoa'
  return {
    connected: rates.filter(isRateOfConnectedAccount),
    others: rates.filter((rate) => !isRateOfConnectedAccount(rate)),
  }
}

/** Connects a carrier account and buys a rate of the account. */
async function buyConnectedRate(t: RuleContext, key: Environment = 'test') {
  const [rate] = (await requestConnectedAccountRates(t, key)).connected
  if (rate === undefined) return t.notJudged('the quote had no rate of the connected carrier account')
  const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key })
  return { rate, label: expectResource(answer, 'label'), answer }
}

const environments: readonly (readonly [RuleId, Judged, Environment, string])[] = [
  [
    'RATE-018',
    ['SERVICE-12', 'RESOURCES-45', 'ENDPOINTS-24'],
    'test',
    'A carrier account of the client has its rates',
  ],
  [
    'RATE-118',
    ['ENDPOINTS-24', 'RESOURCES-45'],
    'live',
    'With a live key, a carrier account of the client has its rates',
  ],
]

/** Connects an account of each of two carriers, and returns the carriers and the account ids. */
async function connectAccountsOfTwoCarriers(t: RuleContext, key: Environment) {
  const carriers = [...new Set((await t.setup.rates({ key })).map(({ carrier }) => carrier))].slice(0, 2)
  const ids: string[] = []
  for (const carrier of carriers) ids.push(await t.account.carrierAccounts.connect({ carrier }))
  return { carriers, ids }
}

const isOfConnectedAccount = (rate: Fields): boolean => rate.text('account_type') === 'byoa'

const makeQuoteRule = rulesOn('createRates', { needs: ['control:carrier_accounts'] })

/** Rules about the rates of connected carrier accounts. */
export const connectedAccountRateRules: readonly Rule[] = [
  rule('RATE-124', 'While one carrier is down, rates of a connected account at another are returned.')
    .on('createRates', { needs: ['control:carrier_accounts', 'control:faults'] })
    .judges('ENDPOINTS-25')
    .by(async (t) => {
      const { carriers } = await connectAccountsOfTwoCarriers(t, 'test')
      const [standing = '', failing = ''] = carriers
      const hasConnectedRate = (rates: readonly Fields[]): boolean =>
        rates.some((rate) => isOfConnectedAccount(rate) && rate.text('carrier') === standing)
      const before = await t.setup.works('A quote', requestRates(t))
      if (failing === '' || !hasConnectedRate(readRates(before)))
        t.notJudged('the quote had fewer than two carriers, or no rate of a connected account')
      await t.account.faults.add({ target: `carrier:${failing}`, operation: 'rates', mode: 'down' })
      const answer = await requestRates(t)
      const rates = readRates(answer)
      if (rates.some((rate) => rate.text('carrier') === failing))
        t.notJudged(
          `the control protocol accepted a fault that makes ${failing} fail, but ${failing} did not fail`,
        )
      expectThat(hasConnectedRate(rates), {
        expected: `a rate of ${standing} with account_type byoa, as before`,
        actual: `${rates.length} rates, but no byoa rate of ${standing}`,
        answer,
      })
    }),
  ...environments.map(([id, judges, key, what]) =>
    rule(id, `${what} beside the rates of the platform.`)
      .on('createRates', {
        needs: key === 'live' ? ['control:carrier_accounts', 'key:live'] : ['control:carrier_accounts'],
      })
      .judges(...judges)
      .by(async (t) => {
        const { carriers } = await connectAccountsOfTwoCarriers(t, key)
        const answer = await requestRates(t, key)
        const rates = readRates(answer)
        const connected = rates.filter(isOfConnectedAccount)
        const areTheirs = carriers.every((each) => connected.some((rate) => rate.text('carrier') === each))
        // Platform rates of these two carriers may be missing: the specification does not require them beside byoa rates.
        expectThat(areTheirs && connected.length < rates.length, {
          expected: `byoa rates of ${carriers.join(' and ')}, and rates of the platform`,
          actual: `rates of ${rates.map((rate) => `${rate.text('carrier')} (${rate.text('account_type')})`).join(', ')}`,
          answer,
        })
      }),
  ),
  makeQuoteRule('RATE-116', "Rates of the client's own accounts have every field of a rate.")
    .judges('RESOURCES-40', 'RESOURCES-45')
    .by(async (t) => {
      await connectAccountsOfTwoCarriers(t, 'test')
      const connected = expectCompleteRates(await requestRates(t)).filter(isOfConnectedAccount)
      if (connected.length === 0) t.notJudged('the quote had no rate of the connected carrier accounts')
    }),
  makeQuoteRule('RATE-117', 'After a carrier account is disconnected, quotes have no rates of the account.')
    .judges('ENDPOINTS-24')
    .by(async (t) => {
      const { ids } = await connectAccountsOfTwoCarriers(t, 'test')
      const during = readRates(
        await t.setup.works('Rates while accounts are connected', requestRates(t)),
      ).filter(isOfConnectedAccount)
      if (during.length === 0) t.notJudged('the quote had no rate of the connected carrier accounts')
      for (const id of ids) await t.account.carrierAccounts.disconnect(id)
      const answer = await requestRates(t)
      const after = readRates(answer).filter(isOfConnectedAccount)
      expectThat(after.length < during.length && (after.length === 0 || !t.isOwnAccount), {
        expected: 'no rates of the disconnected accounts',
        actual: `byoa rates of ${after.map((rate) => rate.text('carrier')).join(', ')}`,
        answer,
      })
    }),
  makeQuoteRule(
    'RATE-119',
    'A carrier account with rejected credentials does not remove the rates of other carriers.',
  )
    .judges('ENDPOINTS-25')
    .by(async (t) => {
      const [first = '', ...others] = new Set((await t.setup.rates()).map(({ carrier }) => carrier))
      await connectRejectedAccount(t, first)
      const answer = await requestRates(t)
      const left = new Set(readRates(answer).map((rate) => rate.text('carrier')))
      expectThat(
        others.every((each) => left.has(each)),
        { expected: `rates of ${others.join(', ')}`, actual: `rates of ${[...left].join(', ')}`, answer },
      )
    }),
  rule('RATE-019', 'If a client has no carrier account, all its rates have the account_type platform.')
    .on('createRates')
    .judges('RESOURCES-44', 'RESOURCES-45')
    .by(async (t) => {
      const listed = await t.call('listCarrierAccounts')
      const accounts = await t.setup.of('The list of carrier accounts', async () =>
        readCarrierAccounts(listed),
      )
      if (accounts.length > 0)
        t.notJudged(
          `the client has connected carrier accounts (${accounts.length}), so its rates may also have the account_type byoa`,
        )
      const answer = await requestRates(t)
      const types = [...new Set(readRates(answer).map((rate) => rate.text('account_type')))]
      expectThat(types.join() === 'platform', {
        expected: 'the account_type platform on every rate',
        actual: `the account_types ${[...new Set(types)].join(', ')}`,
        answer,
      })
    }),
  makeQuoteRule(
    'RATE-020',
    "Rates of the client's own accounts and of the platform are sorted together by price.",
  )
    .judges('ENDPOINTS-22', 'SERVICE-12', 'ENDPOINTS-24')
    .by(async (t) => {
      const before = await t.setup.rates()
      // The account belongs to the cheapest carrier, so its rates must not be at the end of the list.
      await t.account.carrierAccounts.connect({ carrier: before[0]?.carrier ?? '' })
      const answer = await requestRates(t)
      const rates = readRates(answer)
      const hasConnected = rates.some((rate) => rate.text('account_type') === 'byoa')
      expectThat(hasConnected, {
        expected: 'rates of the connected account',
        actual: 'no rate with the account_type byoa',
        answer,
      })
      const prices = rates.map((rate) => rate.integer('rate_cents'))
      expectCheapestFirst(prices, answer)
    }),
  rule(
    'RATE-021',
    "A rate of the client's own account can be bought with a test key, and makes a normal sandbox label.",
  )
    .on('buyLabel', { needs: ['control:carrier_accounts'] })
    .judges('SERVICE-6')
    .by(async (t) => {
      const { rate, label, answer } = await buyConnectedRate(t)
      const number = label.text('tracking_number')
      expectLabelMatchesRate(label, { rate, answer, mayBeFree: true })
      expectThat(readSandboxField(label) && number.startsWith('9999'), {
        expected: 'sandbox to be true, and a tracking number that begins with 9999',
        actual: [label.raw('sandbox'), number],
        answer,
      })
    }),
  rule('RATE-205', "The purchase of a rate of the client's own account sends an event.")
    .on('buyLabel', { needs: ['control:carrier_accounts', 'inbox'] })
    .judges('SERVICE-19', 'STATES-9')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label, answer } = await buyConnectedRate(t)
      const id = label.text('id')
      const [delivery] = await inbox.waitFor(id)
      expectThat(delivery !== undefined, {
        expected: `an event for ${id}`,
        actual: 'no event',
        answer,
        cause: inbox.all().length === 0 ? { kind: 'no-event' } : undefined,
      })
    }),
  rule(
    'RATE-213',
    "The event of a label of the client's own account has the values of the purchase response.",
  )
    .with({ needs: ['control:carrier_accounts', 'inbox'] })
    .judges('EVENTS-15', 'EVENTS-16')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { label } = await buyConnectedRate(t)
      const [delivery] = await inbox.waitFor(label.text('id'))
      if (delivery === undefined)
        return t.notJudged(
          'no webhook event of the label came in time, so there is nothing to compare with the purchase response',
        )
      expectEventMatchesLabel(fieldsOf(delivery.json, 'the event').object('data'), label)
    }),
  rule('RATE-206', "The purchase of a rate of the client's own account is in the shipping history.")
    .on('buyLabel', { needs: ['control:carrier_accounts', 'control:shipments'] })
    .judges('RESOURCES-68')
    .by(async (t) => {
      const { label, answer } = await buyConnectedRate(t)
      const id = label.text('id')
      const shipments = await t.account.shipments.list()
      const isThere = shipments.some((each) => JSON.stringify(each).includes(id))
      expectThat(isThere, {
        expected: `a shipment of ${id}`,
        actual: `${shipments.length} shipments, none with the label ${id}`,
        answer,
      })
    }),
  rule('RATE-207', "A live label of the client's own account takes the price that it shows from the wallet.")
    .on('buyLabel', { needs: [...isolatedWallet, 'control:carrier_accounts'] })
    .judges('RESOURCES-59')
    .by(async (t) => {
      const before = await fillWallet(t)
      // The carrier may bill the client directly. If so, the label has a price of 0, and the wallet is not charged.
      const { rate, label, answer } = await buyConnectedRate(t, 'live')
      expectLabelMatchesRate(label, { rate, answer, mayBeFree: true })
      const left = before - label.integer('rate_cents')
      await expectWalletBalance(t, left, answer)
      label.expect('wallet_balance_after_cents', left, { cause: createBrokenRuleCause(balanceRule) })
    }),
]
