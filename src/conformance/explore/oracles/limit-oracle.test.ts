import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  concurrently,
  type OracleCase,
  type OracleHistory,
  openHistory,
  refusal,
  runOracle,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import type { KeySnapshot } from '../step.ts'
import { limits } from './limit-oracle.ts'

const startS = Date.parse('2031-03-04T09:30:00.000Z') / 1_000
const start = (history: OracleHistory) => history.control({ kind: 'webhook cleared' })

/** Creates a response with this remainder, in a window that ends `reset` seconds after the start. */
const serve = (remaining: number, { limit = 10, reset = 60, status = 200 } = {}) => ({
  status,
  json: status === 200 ? { id: 'bat_1' } : { error: { code: 'BATCH.NOT_FOUND' } },
  headers: {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(startS + reset),
  },
})
const refuse = (remaining = '0', retry = '60', reset = 60) =>
  refusal(
    429,
    'AUTH.RATE_LIMIT.EXCEEDED',
    {},
    {
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': String(startS + reset),
      'retry-after': retry,
    },
  )
const buy = (history: OracleHistory, answer: object | null, key: Partial<KeySnapshot> = {}) =>
  history.call('buyBatch', { id: 'bat_1', key, answer })
/** Sends all requests of the limit at one instant. */
const useUp = (history: OracleHistory) =>
  Array.from({ length: 10 }, (_, index) => buy(history, serve(9 - index)))

const cases: readonly OracleCase[] = [
  ['one less with each', undefined, (history) => [start(history), ...useUp(history), buy(history, refuse())]],
  [
    'one request that lowers the remainder by two',
    'LIMITS-22',
    (history) => [start(history), buy(history, serve(9)), buy(history, serve(7))],
  ],
  ['the first takes two', 'LIMITS-1', (history) => [start(history), buy(history, serve(8))]],
  ['no less', 'LIMITS-22', (history) => [start(history), buy(history, serve(9)), buy(history, serve(9))]],
  [
    'a remainder that does not fall within the window',
    'LIMITS-22',
    (history) => [start(history), buy(history, serve(9)), history.advance(30), buy(history, serve(9))],
  ],
  [
    'a full remainder in the next window',
    undefined,
    (history) => [
      start(history),
      buy(history, serve(9)),
      history.advance(61),
      buy(history, serve(9, { reset: 121 })),
    ],
  ],
  [
    'a lower remainder in the next window',
    'LIMITS-1',
    (history) => [
      start(history),
      buy(history, serve(9)),
      history.advance(61),
      buy(history, serve(8, { reset: 121 })),
    ],
  ],
  [
    'another key',
    'LIMITS-1',
    (history) => [start(history), buy(history, serve(9)), buy(history, serve(8), { name: 'a.s9' })],
  ],
  [
    'another endpoint',
    'LIMITS-1',
    (history) => [start(history), buy(history, serve(9)), history.call('createBatch', { answer: serve(8) })],
  ],
  [
    'another client',
    'LIMITS-1',
    (history) => [
      start(history),
      buy(history, serve(9)),
      history.call('buyBatch', { client: 'b', answer: serve(8) }),
    ],
  ],
  [
    'a refusal that counts',
    undefined,
    (history) => [start(history), buy(history, serve(9)), buy(history, serve(8, { status: 404 }))],
  ],
  [
    'a refusal that does not count',
    undefined,
    (history) => [start(history), buy(history, serve(9)), buy(history, serve(9, { status: 404 }))],
  ],
  [
    'a refusal that counts twice',
    'LIMITS-22',
    (history) => [start(history), buy(history, serve(9)), buy(history, serve(7, { status: 404 }))],
  ],
  [
    'a lost response',
    undefined,
    (history) => [start(history), buy(history, serve(9)), buy(history, null), buy(history, serve(7))],
  ],
  ['others who use the same key', undefined, (history) => [buy(history, serve(9)), buy(history, serve(4))]],
  [
    'served beyond the limit',
    'LIMITS-17',
    (history) => [start(history), ...useUp(history), buy(history, serve(0))],
  ],
  [
    'refused before the limit',
    'ERRORS-31',
    (history) => [start(history), buy(history, serve(9)), buy(history, refuse())],
  ],
  [
    'refused by what another key has sent',
    'ERRORS-31',
    (history) => [start(history), ...useUp(history), buy(history, refuse(), { name: 'a.s9' })],
  ],
  [
    'a remainder above zero with a refusal',
    'LIMITS-22',
    (history) => [start(history), ...useUp(history), buy(history, refuse('1'))],
  ],
  [
    'two minutes to wait',
    'LIMITS-19',
    (history) => [start(history), ...useUp(history), buy(history, refuse('0', '120'))],
  ],
  [
    'still refused when the time is over',
    'LIMITS-3',
    (history) => [
      start(history),
      ...useUp(history),
      buy(history, refuse()),
      history.advance(61),
      buy(history, refuse('0', '60', 121)),
    ],
  ],
  [
    'a refusal in between that postpones the end',
    'LIMITS-3',
    (history) => [
      start(history),
      ...useUp(history),
      buy(history, refuse()),
      history.advance(40),
      buy(history, refuse('0', '60', 100)),
      history.advance(21),
      buy(history, refuse('0', '60', 121)),
    ],
  ],
  ['a limit of another endpoint', 'LIMITS-14', (history) => [buy(history, serve(4, { limit: 5 }))]],
  [
    'a limit that was raised',
    undefined,
    (history) => [start(history), buy(history, serve(99, { limit: 100 }))],
  ],
  [
    'a limit that changes',
    'LIMITS-21',
    (history) => [buy(history, serve(99, { limit: 100 })), buy(history, serve(9))],
  ],
  ['a reset far ahead', 'LIMITS-24', (history) => [start(history), buy(history, serve(9, { reset: 120 }))]],
  [
    'a reset that moves while the clock stands still',
    'LIMITS-24',
    (history) => [start(history), buy(history, serve(9)), buy(history, serve(8, { reset: 30 }))],
  ],
  [
    'a window that ends at the whole minute',
    undefined,
    (history) => [
      start(history),
      history.advance(40),
      buy(history, serve(9)),
      history.advance(21),
      buy(history, serve(9, { reset: 120 })),
    ],
  ],
  [
    'concurrent requests',
    undefined,
    (history) => [
      start(history),
      buy(history, serve(9)),
      concurrently(buy(history, serve(7)), buy(history, serve(8))),
      buy(history, serve(6)),
    ],
  ],
  [
    'a concurrent request that is not counted',
    'LIMITS-22',
    (history) => [
      start(history),
      buy(history, serve(9)),
      concurrently(buy(history, serve(8)), buy(history, serve(8))),
      buy(history, serve(7)),
    ],
  ],
]

describe('the limit oracle', () => {
  testCases(limits, cases)

  it('the limit oracle has no finding on a service with fixed windows at any time', () => {
    const moves = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 70 }), count: fc.integer({ min: 1, max: 13 }) }),
    )
    const property = fc.property(moves, fc.boolean(), (each, isSliding) => {
      const history = openHistory()
      const service = isSliding ? createSlidingWindow() : createFixedWindow()
      const steps = each.flatMap(({ wait, count }) => {
        const move = history.advance(wait)
        service.pass(wait)
        return [move, ...Array.from({ length: count }, () => buy(history, service.answer()))]
      })
      expect(runOracle(limits, [start(history), ...steps]).findings).toEqual([])
    })
    fc.assert(property, { numRuns: 200 })
  })
})

function createFixedWindow() {
  let now = 0
  let end = 0
  let count = 0
  return {
    pass: (seconds: number) => {
      now += seconds
    },
    answer: () => {
      if (now >= end) {
        end = now + 60
        count = 0
      }
      if (count === 10) return refuse('0', String(end - now), end)
      count += 1
      return serve(10 - count, { reset: end })
    },
  }
}

function createSlidingWindow() {
  let now = 0
  let sent: readonly number[] = []
  return {
    pass: (seconds: number) => {
      now += seconds
    },
    answer: () => {
      sent = sent.filter((each) => each > now - 60)
      const back = (sent[0] ?? now) + 60
      if (sent.length === 10) return refuse('0', String(back - now), back)
      sent = [...sent, now]
      return serve(10 - sent.length, { reset: now + 60 })
    },
  }
}
