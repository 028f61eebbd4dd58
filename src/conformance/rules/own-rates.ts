import type { Rule } from '../rule.ts'
import { expectList, expectResource, expectThat } from '../wire/expect.ts'
import { active } from './active.ts'
import { quote, ratesIn } from './rates.ts'

const endpoint = 'POST /v1/rates'

/** Rates of carrier accounts that are the client's own. */
export const ownRateRules: readonly Rule[] = [
  active({
    id: 'RATE-018',
    title: 'A carrier account of the client has its rates beside those of the platform.',
    section: 'What the service does',
    endpoint,
    sends: 'Rates before and after an account of one carrier is connected.',
    needs: ['control:carrier_accounts'],
    requests: { createRates: 2 },
    run: async (t) => {
      const [before] = await t.setup.rates()
      await t.account.carrierAccounts.connect({ carrier: before?.carrier ?? '' })
      const answer = await quote(t)
      const rates = ratesIn(answer)
      const own = rates.filter((rate) => rate.text('account_type') === 'byoa')
      const isTheirs = own.some((rate) => rate.text('carrier') === before?.carrier)
      // Whether those of the same carrier make way is left open.
      expectThat(isTheirs && own.length < rates.length, {
        expected: `byoa rates of ${before?.carrier}, and rates of the platform`,
        actual: rates.map((rate) => `${rate.text('carrier')}: ${rate.text('account_type')}`),
        answer,
      })
    },
  }),
  active({
    id: 'RATE-019',
    title: 'Without a carrier account of the client, all rates are of the platform.',
    section: 'Resources and their fields',
    endpoint,
    basis: 'derived',
    sends: "The client's carrier accounts, and rates.",
    requests: { createRates: 1, listCarrierAccounts: 1 },
    run: async (t) => {
      const listed = await t.call('listCarrierAccounts')
      const accounts = await t.setup.of('The list of carrier accounts', async () =>
        expectList(listed, 'carrier_accounts'),
      )
      if (accounts.length > 0) t.notJudged('the client has carrier accounts of its own')
      const answer = await quote(t)
      const types = [...new Set(ratesIn(answer).map((rate) => rate.text('account_type')))]
      expectThat(types.join() === 'platform', { expected: 'platform alone', actual: types, answer })
    },
  }),
  active({
    id: 'RATE-020',
    title: "Rates of the client's own accounts are sorted in with the others.",
    section: 'Endpoints',
    endpoint,
    sends: 'Rates after an account of one carrier is connected.',
    needs: ['control:carrier_accounts'],
    requests: { createRates: 2 },
    run: async (t) => {
      const before = await t.setup.rates()
      // The cheapest one's: appended, its rates would stand behind dearer ones.
      await t.account.carrierAccounts.connect({ carrier: before[0]?.carrier ?? '' })
      const answer = await quote(t)
      const rates = ratesIn(answer)
      const own = rates.some((rate) => rate.text('account_type') === 'byoa')
      expectThat(own, { expected: 'rates of the connected account', actual: 'none', answer })
      const prices = rates.map((rate) => rate.integer('rate_cents'))
      expectThat(
        prices.every((price, index) => price >= (prices[index - 1] ?? 0)),
        { expected: 'prices that never fall', actual: prices, answer },
      )
    },
  }),
  active({
    id: 'RATE-021',
    title: "A rate of the client's own account can be bought.",
    section: 'What the service does',
    endpoint: 'POST /v1/labels',
    sends: 'Rates after an account of one carrier is connected, and the purchase of one of that account.',
    needs: ['control:carrier_accounts'],
    requests: { createRates: 2, buyLabel: 1 },
    run: async (t) => {
      const [before] = await t.setup.rates()
      await t.account.carrierAccounts.connect({ carrier: before?.carrier ?? '' })
      const own = (await t.setup.rates()).find(({ value }) => value['account_type'] === 'byoa')
      if (own === undefined) return t.notJudged('no rate of the connected account came')
      const answer = await t.call('buyLabel', { body: { rate_id: own.id } })
      expectResource(answer, 'label').text('tracking_number')
    },
  }),
]
