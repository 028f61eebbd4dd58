import { errorCodeOf, expectThat, isSuccess, summary } from '../expect.ts'
import { isObject } from '../fields.ts'
import type { Rule, RuleId } from '../rule.ts'
import { active } from './active.ts'
import { failedIn, quote, ratesIn } from './rates.ts'

const endpoint = 'POST /v1/rates'
const section = 'Endpoints'

const modes: readonly (readonly [RuleId, string, string])[] = [
  ['RATE-101', 'down', 'is down'],
  ['RATE-102', 'timeout', 'times out'],
  ['RATE-103', 'error', 'answers with an error'],
  ['RATE-104', 'malformed', 'answers with nonsense'],
]

export const carrierFailureRules: readonly Rule[] = [
  ...modes.map(([id, mode, what]) =>
    active({
      id,
      title: `While one carrier ${what}, the other carriers' rates still come.`,
      section,
      endpoint,
      sends: `Rates, and again while one carrier ${what}.`,
      needs: ['control:faults'],
      requests: { createRates: 2 },
      run: async (t) => {
        const before = await t.setup.rates()
        const carriers = new Set(before.map(({ carrier }) => carrier))
        const failing = before[0]?.carrier ?? ''
        await t.account.faults.add({ target: `carrier:${failing}`, operation: 'rates', mode })
        const answer = await quote(t)
        const left = new Set(ratesIn(answer).map((rate) => rate.text('carrier')))
        carriers.delete(failing)
        expectThat(
          [...carriers].every((each) => left.has(each)),
          { expected: `rates of ${[...carriers].join(', ')}`, actual: [...left], answer },
        )
      },
    }),
  ),
  active({
    id: 'RATE-105',
    title: 'A carrier that failed is listed in failed_carriers.',
    section,
    endpoint,
    sends: 'Rates while one carrier is down.',
    needs: ['control:faults'],
    requests: { createRates: 2 },
    run: async (t) => {
      const [first] = await t.setup.rates()
      const failing = first?.carrier ?? ''
      await t.account.faults.add({ target: `carrier:${failing}`, operation: 'rates', mode: 'down' })
      const answer = await quote(t)
      ratesIn(answer)
      expectThat(failedIn(answer).includes(failing.toLowerCase()), {
        expected: `${failing} in failed_carriers`,
        actual: isObject(answer.json) ? answer.json['failed_carriers'] : undefined,
        answer,
      })
    },
  }),
  active({
    id: 'RATE-106',
    title: 'A carrier that answered is not listed in failed_carriers.',
    section,
    endpoint,
    basis: 'derived',
    sends: 'Rates while one carrier is down.',
    needs: ['control:faults'],
    requests: { createRates: 2 },
    run: async (t) => {
      const before = await t.setup.rates()
      const failing = before[0]?.carrier ?? ''
      await t.account.faults.add({ target: `carrier:${failing}`, operation: 'rates', mode: 'down' })
      const answer = await quote(t)
      ratesIn(answer)
      failedIn(answer)
      const failed = isObject(answer.json) ? answer.json['failed_carriers'] : undefined
      expectThat(Array.isArray(failed) && failed.length === 1, {
        expected: `${failing} alone in failed_carriers`,
        actual: failed,
        answer,
      })
    },
  }),
  active({
    id: 'RATE-107',
    title: 'A carrier that failed has no rates in the answer.',
    section,
    endpoint,
    basis: 'derived',
    sends: 'Rates while one carrier is down.',
    needs: ['control:faults'],
    requests: { createRates: 2 },
    run: async (t) => {
      const [first] = await t.setup.rates()
      const failing = first?.carrier ?? ''
      await t.account.faults.add({ target: `carrier:${failing}`, operation: 'rates', mode: 'down' })
      const answer = await quote(t)
      const left = [...new Set(ratesIn(answer).map((rate) => rate.text('carrier')))]
      expectThat(!left.includes(failing), { expected: `no rates of ${failing}`, actual: left, answer })
    },
  }),
  active({
    id: 'RATE-108',
    title: 'Two carriers that failed are both listed.',
    section,
    endpoint,
    basis: 'derived',
    sends: 'Rates while two carriers are down.',
    needs: ['control:faults'],
    requests: { createRates: 2 },
    run: async (t) => {
      const names = [...new Set((await t.setup.rates()).map(({ carrier }) => carrier))].slice(0, 2)
      for (const name of names) {
        await t.account.faults.add({ target: `carrier:${name}`, operation: 'rates', mode: 'down' })
      }
      const answer = await quote(t)
      ratesIn(answer)
      const listed = failedIn(answer)
      expectThat(
        names.every((name) => listed.includes(name.toLowerCase())),
        { expected: `${names.join(' and ')} in failed_carriers`, actual: listed, answer },
      )
    },
  }),
  active({
    id: 'RATE-109',
    title:
      'While every carrier is down, a request for rates has no rates and says that carriers are unavailable.',
    section: 'Errors',
    endpoint,
    basis: 'table',
    sends: 'Rates, and again while every carrier is down.',
    needs: ['control:faults'],
    requests: { createRates: 2 },
    run: async (t) => {
      const names = new Set((await t.setup.rates()).map(({ carrier }) => carrier))
      await t.account.faults.add({ target: 'carrier:*', operation: 'rates', mode: 'down' })
      const answer = await quote(t)
      if (isSuccess(answer)) {
        // Partial results, with nothing left in them.
        const rates = isObject(answer.json) ? answer.json['rates'] : undefined
        expectThat(Array.isArray(rates) && rates.length === 0, {
          expected: '503 RATE.CARRIER.UNAVAILABLE, or no rates and every carrier as failed',
          actual: summary(answer),
          answer,
        })
        const listed = failedIn(answer)
        for (const name of names) {
          expectThat(listed.includes(name.toLowerCase()), {
            expected: `${name} as failed`,
            actual: listed,
            answer,
          })
        }
        return
      }
      expectThat(answer.status === 503 && errorCodeOf(answer) === 'RATE.CARRIER.UNAVAILABLE', {
        expected: '503 RATE.CARRIER.UNAVAILABLE, or no rates and every carrier as failed',
        actual: summary(answer),
        answer,
      })
    },
  }),
  active({
    id: 'RATE-110',
    title: 'Once a carrier is back, its rates come again.',
    section,
    endpoint,
    basis: 'derived',
    sends: 'Rates while one carrier is down, and after.',
    needs: ['control:faults'],
    requests: { createRates: 3 },
    run: async (t) => {
      const [first] = await t.setup.rates()
      const failing = first?.carrier ?? ''
      await t.account.faults.add({ target: `carrier:${failing}`, operation: 'rates', mode: 'down' })
      await t.setup.works('Rates while a carrier is down', quote(t))
      await t.account.faults.clear()
      const answer = await quote(t)
      const found = ratesIn(answer).map((rate) => rate.text('carrier'))
      expectThat(found.includes(failing), {
        expected: `rates of ${failing}`,
        actual: [...new Set(found)],
        answer,
      })
    },
  }),
]
