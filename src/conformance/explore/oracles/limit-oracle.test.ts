import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildRefusal,
  groupConcurrentSteps,
  type OracleCase,
  type OracleHistory,
  openHistory,
  runOracle,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import type { KeySnapshot } from '../step.ts'
import { limits } from './limit-oracle.ts'

const startS = Date.parse('2031-03-04T09:30:00.000Z') / 1_000
/** Adds a step that shows that the walk owns its accounts, so that nobody else uses their keys. */
const addControlStep = (history: OracleHistory) => history.control({ kind: 'webhook cleared' })

/** Creates a response with this number of remaining requests, in a window that ends `reset` seconds after the start. */
const createResponse = (remaining: number, { limit = 10, reset = 60, status = 200 } = {}) => ({
  status,
  json: status === 200 ? { id: 'bat_1' } : { error: { code: 'BATCH.NOT_FOUND' } },
  headers: {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(startS + reset),
  },
})
const createLimitRefusal = (remaining = '0', retry = '60', reset = 60) =>
  buildRefusal(
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
const addBatchPurchase = (history: OracleHistory, answer: object | null, key: Partial<KeySnapshot> = {}) =>
  history.call('buyBatch', { id: 'bat_1', key, answer })
/** Adds as many purchases as the rate limit allows in a minute, all at one instant. */
const addAllAllowedPurchases = (history: OracleHistory) =>
  Array.from({ length: 10 }, (_, index) => addBatchPurchase(history, createResponse(9 - index)))

const cases: readonly OracleCase[] = [
  [
    'remaining requests that fall by one with each request',
    undefined,
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createLimitRefusal()),
    ],
  ],
  [
    'a request that lowers the remaining requests by two',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(7)),
    ],
  ],
  [
    'a first request that lowers the remaining requests by two',
    'LIMITS-1',
    (history) => [addControlStep(history), addBatchPurchase(history, createResponse(8))],
  ],
  [
    'a request that does not lower the remaining requests',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(9)),
    ],
  ],
  [
    'a later request in the window that does not lower the remaining requests',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      history.advance(30),
      addBatchPurchase(history, createResponse(9)),
    ],
  ],
  [
    'a full number of remaining requests in the next window',
    undefined,
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      history.advance(61),
      addBatchPurchase(history, createResponse(9, { reset: 121 })),
    ],
  ],
  [
    'too few remaining requests in the next window',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      history.advance(61),
      addBatchPurchase(history, createResponse(8, { reset: 121 })),
    ],
  ],
  [
    'a request that lowers the remaining requests of another key',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(8), { name: 'a.s9' }),
    ],
  ],
  [
    'a request that lowers the remaining requests of another endpoint',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      history.call('createBatch', { answer: createResponse(8) }),
    ],
  ],
  [
    'a request that lowers the remaining requests of another client',
    'LIMITS-1',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      history.call('buyBatch', { client: 'b', answer: createResponse(8) }),
    ],
  ],
  [
    'a refused request that lowers the remaining requests',
    undefined,
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(8, { status: 404 })),
    ],
  ],
  [
    'a refused request that does not lower the remaining requests',
    undefined,
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(9, { status: 404 })),
    ],
  ],
  [
    'a refused request that lowers the remaining requests by two',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(7, { status: 404 })),
    ],
  ],
  [
    'remaining requests that fall by two after a lost response',
    undefined,
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, null),
      addBatchPurchase(history, createResponse(7)),
    ],
  ],
  [
    'remaining requests that fall by five if others may use the key',
    undefined,
    (history) => [addBatchPurchase(history, createResponse(9)), addBatchPurchase(history, createResponse(4))],
  ],
  [
    'a request that is served beyond the limit',
    'LIMITS-17',
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createResponse(0)),
    ],
  ],
  [
    'a request that is refused before the limit',
    'ERRORS-31',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createLimitRefusal()),
    ],
  ],
  [
    'a request that is refused for the requests of another key',
    'ERRORS-31',
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createLimitRefusal(), { name: 'a.s9' }),
    ],
  ],
  [
    'a 429 that reports remaining requests',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createLimitRefusal('1')),
    ],
  ],
  [
    'a 429 with a Retry-After of two minutes',
    'LIMITS-19',
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createLimitRefusal('0', '120')),
    ],
  ],
  [
    'a 429 after the time in the Retry-After of an earlier 429',
    'LIMITS-3',
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createLimitRefusal()),
      history.advance(61),
      addBatchPurchase(history, createLimitRefusal('0', '60', 121)),
    ],
  ],
  [
    'a second 429 that postpones the time in the Retry-After of the first',
    'LIMITS-3',
    (history) => [
      addControlStep(history),
      ...addAllAllowedPurchases(history),
      addBatchPurchase(history, createLimitRefusal()),
      history.advance(40),
      addBatchPurchase(history, createLimitRefusal('0', '60', 100)),
      history.advance(21),
      addBatchPurchase(history, createLimitRefusal('0', '60', 121)),
    ],
  ],
  [
    'a response with the limit of another endpoint',
    'LIMITS-14',
    (history) => [addBatchPurchase(history, createResponse(4, { limit: 5 }))],
  ],
  [
    'a higher limit than documented',
    undefined,
    (history) => [addControlStep(history), addBatchPurchase(history, createResponse(99, { limit: 100 }))],
  ],
  [
    'a limit that changes between two responses',
    'LIMITS-21',
    (history) => [
      addBatchPurchase(history, createResponse(99, { limit: 100 })),
      addBatchPurchase(history, createResponse(9)),
    ],
  ],
  [
    'a reset time two minutes ahead',
    'LIMITS-24',
    (history) => [addControlStep(history), addBatchPurchase(history, createResponse(9, { reset: 120 }))],
  ],
  [
    'a reset time that changes while the clock stands still',
    'LIMITS-24',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      addBatchPurchase(history, createResponse(8, { reset: 30 })),
    ],
  ],
  [
    'a window that ends at a full minute',
    undefined,
    (history) => [
      addControlStep(history),
      history.advance(40),
      addBatchPurchase(history, createResponse(9)),
      history.advance(21),
      addBatchPurchase(history, createResponse(9, { reset: 120 })),
    ],
  ],
  [
    'concurrent requests that each lower the remaining requests',
    undefined,
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      groupConcurrentSteps(
        addBatchPurchase(history, createResponse(7)),
        addBatchPurchase(history, createResponse(8)),
      ),
      addBatchPurchase(history, createResponse(6)),
    ],
  ],
  [
    'a concurrent request that is not counted',
    'LIMITS-22',
    (history) => [
      addControlStep(history),
      addBatchPurchase(history, createResponse(9)),
      groupConcurrentSteps(
        addBatchPurchase(history, createResponse(8)),
        addBatchPurchase(history, createResponse(8)),
      ),
      addBatchPurchase(history, createResponse(7)),
    ],
  ],
]

describe('the limit oracle', () => {
  testCases(limits, cases)

  it('the limit oracle accepts a correct service with fixed or sliding rate-limit windows', () => {
    const moves = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 70 }), count: fc.integer({ min: 1, max: 13 }) }),
    )
    const property = fc.property(moves, fc.boolean(), (each, isSliding) => {
      const history = openHistory()
      const service = isSliding ? createSlidingWindow() : createFixedWindow()
      const steps = each.flatMap(({ wait, count }) => {
        const move = history.advance(wait)
        service.advance(wait)
        return [move, ...Array.from({ length: count }, () => addBatchPurchase(history, service.respond()))]
      })
      expect(runOracle(limits, [addControlStep(history), ...steps]).findings).toEqual([])
    })
    fc.assert(property, { numRuns: 200 })
  })
})

/** Creates a correct service whose rate limit counts requests in fixed windows of a minute. */
function createFixedWindow() {
  let now = 0
  let end = 0
  let count = 0
  return {
    advance: (seconds: number) => {
      now += seconds
    },
    respond: () => {
      if (now >= end) {
        end = now + 60
        count = 0
      }
      if (count === 10) return createLimitRefusal('0', String(end - now), end)
      count += 1
      return createResponse(10 - count, { reset: end })
    },
  }
}

/** Creates a correct service whose rate limit counts the requests of the last minute. */
function createSlidingWindow() {
  let now = 0
  let sent: readonly number[] = []
  return {
    advance: (seconds: number) => {
      now += seconds
    },
    respond: () => {
      sent = sent.filter((each) => each > now - 60)
      const back = (sent[0] ?? now) + 60
      if (sent.length === 10) return createLimitRefusal('0', String(back - now), back)
      sent = [...sent, now]
      return createResponse(10 - sent.length, { reset: now + 60 })
    },
  }
}
