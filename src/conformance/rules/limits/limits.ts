import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectError, expectThat, isSuccess } from '../../http/expect.ts'
import { type OperationName, operationOf } from '../../http/operation.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged, StatementId } from '../../section.ts'
import { countPreparationRequests, prepareCountableRequests } from '../support/limit-requests.ts'
import { makeWellFormedRequest, unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import {
  countRequestsToExhaust,
  exhaustLimit,
  expectLimitWindow,
  expectLiveKeyServed,
  findLimitInForce,
  freezeClock,
  readLimitHeader,
  readRemainingHeader,
  readResetHeader,
} from './exhaustion.ts'

/**
 * An operation, the ids of three rules, and the statement of the specification about the rate limit. The rules are
 * about the limit in the headers, the count of requests, and the requests beyond the limit.
 */
type LimitRow = readonly [OperationName, tells: RuleId, counts: RuleId, ends: RuleId, StatementId]

const limitRows: readonly LimitRow[] = [
  ['createRates', 'LIMIT-001', 'LIMIT-101', 'LIMIT-201', 'LIMITS-4'],
  ['validateAddress', 'LIMIT-002', 'LIMIT-102', 'LIMIT-202', 'LIMITS-5'],
  ['buyLabel', 'LIMIT-003', 'LIMIT-103', 'LIMIT-203', 'LIMITS-6'],
  ['getLabel', 'LIMIT-004', 'LIMIT-104', 'LIMIT-204', 'LIMITS-7'],
  ['voidLabel', 'LIMIT-005', 'LIMIT-105', 'LIMIT-205', 'LIMITS-8'],
  ['registerTracker', 'LIMIT-006', 'LIMIT-106', 'LIMIT-206', 'LIMITS-9'],
  ['getTracker', 'LIMIT-007', 'LIMIT-107', 'LIMIT-207', 'LIMITS-10'],
  ['listCarrierAccounts', 'LIMIT-008', 'LIMIT-108', 'LIMIT-208', 'LIMITS-11'],
  ['createBatch', 'LIMIT-009', 'LIMIT-109', 'LIMIT-209', 'LIMITS-12'],
  ['getBatch', 'LIMIT-010', 'LIMIT-110', 'LIMIT-210', 'LIMITS-13'],
  ['buyBatch', 'LIMIT-011', 'LIMIT-111', 'LIMIT-211', 'LIMITS-14'],
  ['getWallet', 'LIMIT-012', 'LIMIT-112', 'LIMIT-212', 'LIMITS-15'],
  ['listDeliveries', 'LIMIT-013', 'LIMIT-113', 'LIMIT-213', 'LIMITS-16'],
]

/** For each rule that checks more than the limit of one operation: all statements of the specification that it checks. */
const statementsByRule: Readonly<Partial<Record<RuleId, Judged>>> = {
  'LIMIT-001': ['LIMITS-4', 'LIMITS-21'],
  'LIMIT-201': ['LIMITS-4', 'ERRORS-30', 'ERRORS-31'],
  'LIMIT-211': [
    'LIMITS-1',
    'ERRORS-31',
    'LIMITS-3',
    'LIMITS-14',
    'LIMITS-17',
    'LIMITS-18',
    'LIMITS-22',
    'LIMITS-24',
  ],
  'LIMIT-212': ['LIMITS-15', 'LIMITS-17'],
}

/** Operations that create resources. In an account that is not made for the rule, the rule does not exhaust their rate limits. */
const creatingOperations: readonly OperationName[] = [
  'createRates',
  'validateAddress',
  'buyLabel',
  'registerTracker',
  'createBatch',
]

/** Operations that never charge the wallet when they are called with a live key. */
const chargelessOperations = [
  'createRates',
  'validateAddress',
  'getLabel',
  'getTracker',
  'listCarrierAccounts',
  'getBatch',
  'getWallet',
  'listDeliveries',
] as const

/**
 * Checks that the header states the rate limit of the profile, or else the documented limit. In an account not made
 * for the rule, a higher limit is only reported as an observation, as support may have raised it. Throws RuleBroken.
 */
function expectLimitHeader(t: RuleContext, operation: OperationName, answer: Answer): void {
  const { limit, isChanged } = findLimitInForce(t, operation)
  const told = readLimitHeader(answer)
  const mayBeRaised = !isChanged && !t.isOwnAccount
  expectThat(told === limit || (mayBeRaised && told > limit), {
    expected: `X-RateLimit-Limit ${describeExpectedLimit(limit, { isChanged, mayBeRaised })}`,
    actual: `X-RateLimit-Limit ${told}`,
    answer,
  })
  if (told === limit) return
  const { endpoint } = operationOf(operation)
  t.observe(
    `higher limit of ${endpoint}`,
    `${told} requests a minute, but ${limit} are documented: if support has raised the limit, add it to the profile's limits`,
  )
}

function describeExpectedLimit(
  limit: number,
  { isChanged, mayBeRaised }: { readonly isChanged: boolean; readonly mayBeRaised: boolean },
): string {
  if (isChanged) return `${limit}, as the profile has it`
  return mayBeRaised ? `${limit} or more` : `${limit}, as documented, for an account that was just created`
}

function makeLimitHeaderRule([operation, id, , , statement]: LimitRow): Rule {
  const { endpoint, limitPerMinute } = operationOf(operation)
  return rule(id, `${endpoint} reports a limit of ${limitPerMinute} requests a minute.`)
    .on(operation, { buysNothing: true })
    .judges(...(statementsByRule[id] ?? [statement]))
    .by(async (t) => {
      const answer = await t.call(operation, makeWellFormedRequest(t, operation))
      expectLimitHeader(t, operation, answer)
    })
}

/** Unknown ids, which the rule sends in the second of three requests. A service may or may not count this refused request. */
const unknownIdByOperation: Readonly<Partial<Record<OperationName, string>>> = {
  getLabel: unknownIds.label,
  getTracker: unknownIds.tracker,
  getBatch: unknownIds.batch,
}

function makeRequestCountRule([operation, , id]: LimitRow): Rule {
  const { endpoint } = operationOf(operation)
  return rule(id, `Each request to ${endpoint} reduces X-RateLimit-Remaining by one.`)
    .on(operation, {
      alone: true,
      requests: { [operation]: 3 },
      buysNothing: true,
      requestsOfOwn: countPreparationRequests(operation, 3),
    })
    .judges('LIMITS-22')
    .by(async (t) => {
      const requests = await prepareCountableRequests(t, operation, 3)
      const isFrozen = await freezeClock(t)
      const ask = (index: number) => t.call(operation, requests[index % requests.length])
      const unknownId = unknownIdByOperation[operation]
      const first = await ask(0)
      const second = await (unknownId === undefined ? ask(1) : t.call(operation, { id: unknownId }))
      const last = await ask(unknownId === undefined ? 2 : 1)
      if (!isFrozen && readResetHeader(first) !== readResetHeader(last)) {
        t.notJudged(
          'a new rate-limit window began between the three requests, so their X-RateLimit-Remaining cannot be compared',
        )
      }
      const left = [first, second, last].map(readRemainingHeader)
      const [before = 0, between = 0, after = 0] = left
      if (!isSuccess(first) && !isSuccess(second) && before === after) {
        t.notJudged(
          'the target limits only valid requests, and the rule sends none, as they create resources',
        )
      }
      const mayStay = unknownId !== undefined && !isSuccess(second)
      // If other clients use the same key, the remaining requests may fall by more than one.
      const falls = t.isOwnAccount
        ? (between === before - 1 || (mayStay && between === before)) && after === between - 1
        : (between < before || (mayStay && between === before)) && after < between
      expectThat(falls, {
        expected: 'X-RateLimit-Remaining that falls by one with each request',
        actual: `X-RateLimit-Remaining ${left.join(', ')}`,
        answer: last,
      })
    })
}

function makeExceededLimitRule([operation, , , id, statement]: LimitRow): Rule {
  const { endpoint } = operationOf(operation)
  return rule(id, `Beyond its limit, ${endpoint} returns 429 until the window resets.`)
    .on(operation, {
      needs: [
        'key:test',
        'load',
        ...(creatingOperations.includes(operation) ? (['control:accounts'] as const) : []),
      ],
      alone: true,
      ...countRequestsToExhaust(operation),
    })
    .judges(...(statementsByRule[id] ?? [statement]))
    .by(async (t) => {
      const { limit, served, lost, left, beyond, miscounted, sendOneMore } = await exhaustLimit(t, operation)
      const due = Math.max(limit, findLimitInForce(t, operation).limit)
      expectAnswer(beyond, beyond.status === 429, `429 for a request beyond the limit of ${limit}`)
      expectError(beyond, 'AUTH.RATE_LIMIT.EXCEEDED')
      expectThat(!t.isOwnAccount || served + lost >= due, {
        expected: `${due} requests served before the first 429`,
        actual: `${served} requests served before the first 429`,
        answer: beyond,
      })
      // Other clients of a shared account may have used a part of the rate limit.
      const maxLeft = t.isOwnAccount ? 0 : Math.max(5, limit * 0.05)
      const told = t.isOwnAccount ? readRemainingHeader(beyond) : left
      expectThat(told === undefined || told <= maxLeft, {
        expected: `X-RateLimit-Remaining ${Math.floor(maxLeft)} or less when a request is refused`,
        actual: `X-RateLimit-Remaining ${told}`,
        answer: beyond,
      })
      expectThat(miscounted === undefined, {
        expected: `X-RateLimit-Remaining ${miscounted?.left}, the limit less the requests served`,
        actual: `X-RateLimit-Remaining ${miscounted?.told}`,
        answer: miscounted?.answer,
      })
      if (t.isOwnAccount) await expectLiveKeyServed(t, operation)
      if (t.isOwnAccount && t.hasClock) await expectLimitWindow(t, { limit, beyond, sendOneMore })
    })
}

export const limitRules: readonly Rule[] = [
  ...limitRows.flatMap((row) => [
    makeLimitHeaderRule(row),
    makeRequestCountRule(row),
    makeExceededLimitRule(row),
  ]),
  rule('LIMIT-014', 'A live key has the documented limits.')
    .with({ needs: ['key:live'] })
    .judges('LIMITS-21')
    .by(async (t) => {
      for (const operation of chargelessOperations) {
        expectLimitHeader(
          t,
          operation,
          await t.call(operation, { ...makeWellFormedRequest(t, operation), key: 'live' }),
        )
      }
    }),
]
