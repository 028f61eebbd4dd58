import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Answer } from '../../wire/answer.ts'
import { expectError, expectThat, isSuccess, summary } from '../../wire/expect.ts'
import { type OperationName, operationOf } from '../../wire/operation.ts'
import { active } from '../support/active.ts'
import { countableRequests, requestsToPrepare } from '../support/limit-requests.ts'
import { plainRequest } from '../support/requests.ts'
import {
  exhaust,
  freeze,
  limitInForce,
  limitOf,
  remainingOf,
  requestsToExhaust,
  resetOf,
} from './exhaustion.ts'

const section = 'Limits'

interface Row {
  readonly tells: RuleId
  readonly counts: RuleId
  readonly ends: RuleId
  readonly operation: OperationName
  /** Whether the limit can be exhausted without harm in an account that is not made for the rule. */
  readonly isHarmless: boolean
}

const rows: readonly Row[] = [
  { tells: 'LIMIT-001', counts: 'LIMIT-101', ends: 'LIMIT-201', operation: 'createRates', isHarmless: false },
  {
    tells: 'LIMIT-002',
    counts: 'LIMIT-102',
    ends: 'LIMIT-202',
    operation: 'validateAddress',
    isHarmless: false,
  },
  { tells: 'LIMIT-003', counts: 'LIMIT-103', ends: 'LIMIT-203', operation: 'buyLabel', isHarmless: false },
  { tells: 'LIMIT-004', counts: 'LIMIT-104', ends: 'LIMIT-204', operation: 'getLabel', isHarmless: true },
  { tells: 'LIMIT-005', counts: 'LIMIT-105', ends: 'LIMIT-205', operation: 'voidLabel', isHarmless: true },
  {
    tells: 'LIMIT-006',
    counts: 'LIMIT-106',
    ends: 'LIMIT-206',
    operation: 'registerTracker',
    isHarmless: false,
  },
  { tells: 'LIMIT-007', counts: 'LIMIT-107', ends: 'LIMIT-207', operation: 'getTracker', isHarmless: true },
  {
    tells: 'LIMIT-008',
    counts: 'LIMIT-108',
    ends: 'LIMIT-208',
    operation: 'listCarrierAccounts',
    isHarmless: true,
  },
  { tells: 'LIMIT-009', counts: 'LIMIT-109', ends: 'LIMIT-209', operation: 'createBatch', isHarmless: false },
  { tells: 'LIMIT-010', counts: 'LIMIT-110', ends: 'LIMIT-210', operation: 'getBatch', isHarmless: true },
  { tells: 'LIMIT-011', counts: 'LIMIT-111', ends: 'LIMIT-211', operation: 'buyBatch', isHarmless: true },
  { tells: 'LIMIT-012', counts: 'LIMIT-112', ends: 'LIMIT-212', operation: 'getWallet', isHarmless: true },
  {
    tells: 'LIMIT-013',
    counts: 'LIMIT-113',
    ends: 'LIMIT-213',
    operation: 'listDeliveries',
    isHarmless: true,
  },
]

/** Operations that cost nothing with a live key, whatever the answer. */
const free = [
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
 * Judges that the limit in the header is the documented one, or that of the profile. In an account not made for the rule, a
 * higher limit is only observed, as its owner may have had it raised.
 */
function expectTold(t: RuleContext, operation: OperationName, answer: Answer): void {
  const { limit, isChanged } = limitInForce(t, operation)
  const told = limitOf(answer)
  const mayBeRaised = !isChanged && !t.isOwnAccount
  expectThat(told === limit || (mayBeRaised && told > limit), {
    expected: `X-RateLimit-Limit ${expectedLimit(limit, { isChanged, mayBeRaised })}`,
    actual: `X-RateLimit-Limit ${told}`,
    answer,
  })
  if (told === limit) return
  const { endpoint } = operationOf(operation)
  t.observe(
    `higher limit of ${endpoint}`,
    `${told} requests a minute where ${limit} are documented: put it in the profile's limits if support has raised it`,
  )
}

function expectedLimit(
  limit: number,
  { isChanged, mayBeRaised }: { readonly isChanged: boolean; readonly mayBeRaised: boolean },
): string {
  if (isChanged) return `${limit}, as the profile has it`
  return mayBeRaised
    ? `${limit} or more`
    : `${limit}, as documented: nobody has raised the limits of an account just made`
}

function tellsLimit({ tells, operation }: Row): Rule {
  const { endpoint, limitPerMinute } = operationOf(operation)
  return active({
    id: tells,
    title: `${endpoint} tells a limit of ${limitPerMinute} requests a minute.`,
    section,
    endpoint,
    basis: 'table',
    sends: 'One request, of which the headers are looked at.',
    requests: { [operation]: 1 },
    buysNothing: true,
    run: async (t) => {
      const answer = await t.call(operation, plainRequest(t, operation))
      expectTold(t, operation, answer)
    },
  })
}

function countsRequests({ counts, operation }: Row): Rule {
  const { endpoint } = operationOf(operation)
  return active({
    id: counts,
    title: `Each request to ${endpoint} leaves one less in the window.`,
    section,
    endpoint,
    basis: 'table',
    sends: 'Three requests, of which the headers are looked at.',
    alone: true,
    requests: { [operation]: 3 },
    buysNothing: true,
    requestsOfOwn: requestsToPrepare(operation, 3),
    run: async (t) => {
      const requests = await countableRequests(t, operation, 3)
      const standsStill = await freeze(t)
      const ask = (index: number) => t.call(operation, requests[index % requests.length])
      const [first, second, last] = [await ask(0), await ask(1), await ask(2)]
      if (!standsStill && resetOf(first) !== resetOf(last)) {
        t.notJudged('the window turned between the requests')
      }
      const left = [first, second, last].map(remainingOf)
      const [before = 0, between = 0, after = 0] = left
      if (!isSuccess(first) && !isSuccess(second) && before === after) {
        t.notJudged('requests that are refused do not count, and no other can be sent without harm')
      }
      // Others may use the same key, so the number left may fall by more than one, but never rise.
      const falls = t.isOwnAccount
        ? between === before - 1 && after === between - 1
        : between < before && after < between
      expectThat(falls, {
        expected: 'X-RateLimit-Remaining one less each time',
        actual: `X-RateLimit-Remaining ${left.join(', ')}`,
        answer: last,
      })
    },
  })
}

function refusesBeyondLimit({ ends, operation, isHarmless }: Row): Rule {
  const { endpoint } = operationOf(operation)
  return active({
    id: ends,
    title: `Beyond its limit, ${endpoint} answers 429 until the window resets.`,
    section,
    endpoint,
    basis: 'table',
    sends: 'As many requests as the limit allows, and one more.',
    needs: ['key:test', 'load', ...(isHarmless ? [] : (['control:accounts'] as const))],
    alone: true,
    ...requestsToExhaust(operation),
    run: async (t) => {
      const { limit, served, lost, left, beyond } = await exhaust(t, operation)
      const due = Math.max(limit, limitInForce(t, operation).limit)
      expectThat(beyond.status === 429, {
        expected: `429 beyond ${limit} requests`,
        actual: summary(beyond),
        answer: beyond,
      })
      expectError(beyond, 'AUTH.RATE_LIMIT.EXCEEDED')
      expectThat(!t.isOwnAccount || served + lost >= due, {
        expected: `${due} requests served first`,
        actual: `${served} served`,
        answer: beyond,
      })
      // Others may have used a part of the limit.
      const few = Math.max(5, limit * 0.05)
      expectThat(t.isOwnAccount || left === undefined || left <= few, {
        expected: `at most ${Math.floor(few)} left when a request is refused`,
        actual: left,
        answer: beyond,
      })
    },
  })
}

export const limitRules: readonly Rule[] = [
  ...rows.flatMap((row) => [tellsLimit(row), countsRequests(row), refusesBeyondLimit(row)]),
  active({
    id: 'LIMIT-014',
    title: 'A live key is told the documented limits.',
    section,
    endpoint: null,
    basis: 'table',
    sends:
      'One request to each endpoint that charges and changes nothing, of which the headers are looked at.',
    needs: ['key:live'],
    requests: Object.fromEntries(free.map((each) => [each, 1])),
    run: async (t) => {
      for (const operation of free) {
        expectTold(t, operation, await t.call(operation, { ...plainRequest(t, operation), key: 'live' }))
      }
    },
  }),
]
