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
const addControlStep = (history: OracleHistory) => history.control({ kind: 'webhook cleared' })

/** Creates a response with this remainder, in a window that ends `reset` seconds after the start. */
const respondWithRemainder = (remaining: number, { limit = 10, reset = 60, status = 200 } = {}) => ({
  status,
  json: status === 200 ? { id: 'bat_1' } : { error: { code: 'BATCH.NOT_FOUND' } },
  headers: {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(startS + reset),
  },
})
const refuseForLimit = (remaining = '0', retry = '60', reset = 60) =>
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
const useUpLimit = (history: OracleHistory) =>
  Array.from({ length: 10 }, (_, index) => buy(history, respondWithRemainder(9 - index)))

const cases: readonly OracleCase[] = [
  [
    'one less with each',
    undefined,
    (history) => [addControlStep(history), ...useUpLimit(history), buy(history, refuseForLimit())],
  ],
  [
    'one request that lowers the remainder by two',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(7)),
    ],
  ],
  [
    'the first takes two',
    'LIMITS-1',
    (history) => [addControlStep(history), buy(history, respondWithRemainder(8))],
  ],
  [
    'no less',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(9)),
    ],
  ],
  [
    'a remainder that does not fall within the window',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      history.advance(30),
      buy(history, respondWithRemainder(9)),
    ],
  ],
  [
    'a full remainder in the next window',
    undefined,
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      history.advance(61),
      buy(history, respondWithRemainder(9, { reset: 121 })),
    ],
  ],
  [
    'a lower remainder in the next window',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      history.advance(61),
      buy(history, respondWithRemainder(8, { reset: 121 })),
    ],
  ],
  [
    'another key',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(8), { name: 'a.s9' }),
    ],
  ],
  [
    'another endpoint',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      history.call('createBatch', { answer: respondWithRemainder(8) }),
    ],
  ],
  [
    'another client',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      history.call('buyBatch', { client: 'b', answer: respondWithRemainder(8) }),
    ],
  ],
  [
    'a refusal that counts',
    undefined,
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(8, { status: 404 })),
    ],
  ],
  [
    'a refusal that does not count',
    undefined,
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(9, { status: 404 })),
    ],
  ],
  [
    'a refusal that counts twice',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(7, { status: 404 })),
    ],
  ],
  [
    'a lost response',
    undefined,
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, null),
      buy(history, respondWithRemainder(7)),
    ],
  ],
  [
    'others who use the same key',
    undefined,
    (history) => [buy(history, respondWithRemainder(9)), buy(history, respondWithRemainder(4))],
  ],
  [
    'served beyond the limit',
    'LIMITS-17',
    (history) => [addControlStep(history), ...useUpLimit(history), buy(history, respondWithRemainder(0))],
  ],
  [
    'refused before the limit',
    'ERRORS-31',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, refuseForLimit()),
    ],
  ],
  [
    'refused by what another key has sent',
    'ERRORS-31',
    (history) => [
      addControlStep(history),
      ...useUpLimit(history),
      buy(history, refuseForLimit(), { name: 'a.s9' }),
    ],
  ],
  [
    'a remainder above zero with a refusal',
    'LIMITS-22',
    (history) => [addControlStep(history), ...useUpLimit(history), buy(history, refuseForLimit('1'))],
  ],
  [
    'two minutes to wait',
    'LIMITS-19',
    (history) => [addControlStep(history), ...useUpLimit(history), buy(history, refuseForLimit('0', '120'))],
  ],
  [
    'still refused when the time is over',
    'LIMITS-3',
    (history) => [
      addControlStep(history),
      ...useUpLimit(history),
      buy(history, refuseForLimit()),
      history.advance(61),
      buy(history, refuseForLimit('0', '60', 121)),
    ],
  ],
  [
    'a refusal in between that postpones the end',
    'LIMITS-3',
    (history) => [
      addControlStep(history),
      ...useUpLimit(history),
      buy(history, refuseForLimit()),
      history.advance(40),
      buy(history, refuseForLimit('0', '60', 100)),
      history.advance(21),
      buy(history, refuseForLimit('0', '60', 121)),
    ],
  ],
  [
    'a limit of another endpoint',
    'LIMITS-14',
    (history) => [buy(history, respondWithRemainder(4, { limit: 5 }))],
  ],
  [
    'a limit that was raised',
    undefined,
    (history) => [addControlStep(history), buy(history, respondWithRemainder(99, { limit: 100 }))],
  ],
  [
    'a limit that changes',
    'LIMITS-21',
    (history) => [
      buy(history, respondWithRemainder(99, { limit: 100 })),
      buy(history, respondWithRemainder(9)),
    ],
  ],
  [
    'a reset far ahead',
    'LIMITS-24',
    (history) => [addControlStep(history), buy(history, respondWithRemainder(9, { reset: 120 }))],
  ],
  [
    'a reset that moves while the clock stands still',
    'LIMITS-24',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      buy(history, respondWithRemainder(8, { reset: 30 })),
    ],
  ],
  [
    'a window that ends at the whole minute',
    undefined,
    (history) => [
      addControlStep(history),
      history.advance(40),
      buy(history, respondWithRemainder(9)),
      history.advance(21),
      buy(history, respondWithRemainder(9, { reset: 120 })),
    ],
  ],
  [
    'concurrent requests',
    undefined,
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      concurrently(buy(history, respondWithRemainder(7)), buy(history, respondWithRemainder(8))),
      buy(history, respondWithRemainder(6)),
    ],
  ],
  [
    'a concurrent request that is not counted',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      buy(history, respondWithRemainder(9)),
      concurrently(buy(history, respondWithRemainder(8)), buy(history, respondWithRemainder(8))),
      buy(history, respondWithRemainder(7)),
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
      expect(runOracle(limits, [addControlStep(history), ...steps]).findings).toEqual([])
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
      if (count === 10) return refuseForLimit('0', String(end - now), end)
      count += 1
      return respondWithRemainder(10 - count, { reset: end })
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
      if (sent.length === 10) return refuseForLimit('0', String(back - now), back)
      sent = [...sent, now]
      return respondWithRemainder(10 - sent.length, { reset: now + 60 })
    },
  }
}
