import type { Answer } from '../../http/answer.ts'
import { expectError, expectNumberHeader, expectThat, isSuccess, summary } from '../../http/expect.ts'
import { type OperationName, operationOf } from '../../http/operation.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { seconds } from '../../target/need.ts'
import { countableRequests, requestsToPrepare } from '../support/limit-requests.ts'
import { plainRequest, unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import {
  exhaust,
  freeze,
  limitInForce,
  limitOf,
  remainingOf,
  requestsToExhaust,
  resetOf,
} from './exhaustion.ts'

interface Row {
  /** The rule, and the statements that it judges. */
  readonly tells: readonly [RuleId, ...Judged]
  readonly counts: RuleId
  readonly ends: readonly [RuleId, ...Judged]
  readonly operation: OperationName
  /** Whether the limit can be exhausted without harm in an account that is not made for the rule. */
  readonly isHarmless: boolean
}

const rows: readonly Row[] = [
  {
    tells: ['LIMIT-001', 'LIMITS-4', 'LIMITS-21'],
    counts: 'LIMIT-101',
    ends: ['LIMIT-201', 'LIMITS-4', 'ERRORS-30', 'ERRORS-31'],
    operation: 'createRates',
    isHarmless: false,
  },
  {
    tells: ['LIMIT-002', 'LIMITS-5'],
    counts: 'LIMIT-102',
    ends: ['LIMIT-202', 'LIMITS-5'],
    operation: 'validateAddress',
    isHarmless: false,
  },
  {
    tells: ['LIMIT-003', 'LIMITS-6'],
    counts: 'LIMIT-103',
    ends: ['LIMIT-203', 'LIMITS-6'],
    operation: 'buyLabel',
    isHarmless: false,
  },
  {
    tells: ['LIMIT-004', 'LIMITS-7'],
    counts: 'LIMIT-104',
    ends: ['LIMIT-204', 'LIMITS-7'],
    operation: 'getLabel',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-005', 'LIMITS-8'],
    counts: 'LIMIT-105',
    ends: ['LIMIT-205', 'LIMITS-8'],
    operation: 'voidLabel',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-006', 'LIMITS-9'],
    counts: 'LIMIT-106',
    ends: ['LIMIT-206', 'LIMITS-9'],
    operation: 'registerTracker',
    isHarmless: false,
  },
  {
    tells: ['LIMIT-007', 'LIMITS-10'],
    counts: 'LIMIT-107',
    ends: ['LIMIT-207', 'LIMITS-10'],
    operation: 'getTracker',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-008', 'LIMITS-11'],
    counts: 'LIMIT-108',
    ends: ['LIMIT-208', 'LIMITS-11'],
    operation: 'listCarrierAccounts',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-009', 'LIMITS-12'],
    counts: 'LIMIT-109',
    ends: ['LIMIT-209', 'LIMITS-12'],
    operation: 'createBatch',
    isHarmless: false,
  },
  {
    tells: ['LIMIT-010', 'LIMITS-13'],
    counts: 'LIMIT-110',
    ends: ['LIMIT-210', 'LIMITS-13'],
    operation: 'getBatch',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-011', 'LIMITS-14'],
    counts: 'LIMIT-111',
    ends: [
      'LIMIT-211',
      'LIMITS-1',
      'ERRORS-31',
      'LIMITS-3',
      'LIMITS-14',
      'LIMITS-17',
      'LIMITS-18',
      'LIMITS-22',
      'LIMITS-24',
    ],
    operation: 'buyBatch',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-012', 'LIMITS-15'],
    counts: 'LIMIT-112',
    ends: ['LIMIT-212', 'LIMITS-15', 'LIMITS-17'],
    operation: 'getWallet',
    isHarmless: true,
  },
  {
    tells: ['LIMIT-013', 'LIMITS-16'],
    counts: 'LIMIT-113',
    ends: ['LIMIT-213', 'LIMITS-16'],
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

function tellsLimit({ tells: [id, ...judges], operation }: Row): Rule {
  const { endpoint, limitPerMinute } = operationOf(operation)
  return rule(id, `${endpoint} tells a limit of ${limitPerMinute} requests a minute.`)
    .on(operation, { buysNothing: true })
    .judges(...judges)
    .by(async (t) => {
      const answer = await t.call(operation, plainRequest(t, operation))
      expectTold(t, operation, answer)
    })
}

/** If one request of three is refused: it counts or not, and all three say the same of it. */
const idsOfNothing: Readonly<Partial<Record<OperationName, string>>> = {
  getLabel: unknownIds.label,
  getTracker: unknownIds.tracker,
  getBatch: unknownIds.batch,
}

function countsRequests({ counts, operation }: Row): Rule {
  const { endpoint } = operationOf(operation)
  return rule(counts, `Each request to ${endpoint} leaves one less in the window.`)
    .on(operation, {
      alone: true,
      requests: { [operation]: 3 },
      buysNothing: true,
      requestsOfOwn: requestsToPrepare(operation, 3),
    })
    .judges('LIMITS-22')
    .by(async (t) => {
      const requests = await countableRequests(t, operation, 3)
      const standsStill = await freeze(t)
      const ask = (index: number) => t.call(operation, requests[index % requests.length])
      const id = idsOfNothing[operation]
      const first = await ask(0)
      const second = await (id === undefined ? ask(1) : t.call(operation, { id }))
      const last = await ask(id === undefined ? 2 : 1)
      if (!standsStill && resetOf(first) !== resetOf(last)) {
        t.notJudged('the window turned between the requests')
      }
      const left = [first, second, last].map(remainingOf)
      const [before = 0, between = 0, after = 0] = left
      if (!isSuccess(first) && !isSuccess(second) && before === after) {
        t.notJudged('requests that are refused do not count, and no other can be sent without harm')
      }
      // Others may use the same key, so the number left may fall by more than one, but never rise.
      const mayStay = id !== undefined && !isSuccess(second)
      const falls = t.isOwnAccount
        ? (between === before - 1 || (mayStay && between === before)) && after === between - 1
        : (between < before || (mayStay && between === before)) && after < between
      expectThat(falls, {
        expected: 'X-RateLimit-Remaining one less each time',
        actual: `X-RateLimit-Remaining ${left.join(', ')}`,
        answer: last,
      })
    })
}

function refusesBeyondLimit({ ends: [id, ...judges], operation, isHarmless }: Row): Rule {
  const { endpoint } = operationOf(operation)
  return rule(id, `Beyond its limit, ${endpoint} answers 429 until the window resets.`)
    .on(operation, {
      needs: ['key:test', 'load', ...(isHarmless ? [] : (['control:accounts'] as const))],
      alone: true,
      ...requestsToExhaust(operation),
    })
    .judges(...judges)
    .by(async (t) => {
      const { limit, served, lost, left, beyond, miscounted, again } = await exhaust(t, operation)
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
      const few = t.isOwnAccount ? 0 : Math.max(5, limit * 0.05)
      const told = t.isOwnAccount ? remainingOf(beyond) : left
      expectThat(told === undefined || told <= few, {
        expected: `X-RateLimit-Remaining ${Math.floor(few)} or less when a request is refused`,
        actual: `X-RateLimit-Remaining ${told}`,
        answer: beyond,
      })
      expectThat(miscounted === undefined, {
        expected: `X-RateLimit-Remaining ${miscounted?.left} at the least`,
        actual: `X-RateLimit-Remaining ${miscounted?.told}`,
        answer: miscounted?.answer,
      })
      if (t.isOwnAccount) await expectLiveKeyServed(t, operation)
      if (t.isOwnAccount && t.hasClock) await expectWindow(t, { limit, beyond, again })
    })
}

/** Judges that a limit that the test key has used up is still there for the live key of the account. */
async function expectLiveKeyServed(t: RuleContext, operation: OperationName): Promise<void> {
  const answer = await t.call(operation, { ...plainRequest(t, operation), key: 'live', takes429: true })
  expectThat(answer.status !== 429, {
    expected: 'no limit for the live key, which has sent one request',
    actual: summary(answer),
    answer,
  })
}

/** Judges that a limit exhausted in one instant is closed until a second before its reset, and all there after the seconds of Retry-After. */
async function expectWindow(
  t: RuleContext,
  { limit, beyond, again }: Pick<Awaited<ReturnType<typeof exhaust>>, 'limit' | 'beyond' | 'again'>,
): Promise<void> {
  const aheadMs = resetOf(beyond) * 1_000 - (await t.now())
  // A reset that is over or far away is what other rules are about.
  if (aheadMs < seconds(3) || aheadMs > seconds(61)) return
  // Half a second more, as Retry-After must not be rounded down: so long a wait would end in another 429.
  const passedS = Math.floor(aheadMs / 1_000) - 1.5
  await t.passTime(seconds(passedS))
  const early = await again()
  expectThat(early.status === 429, {
    expected: 'further 429 until X-RateLimit-Reset',
    actual: summary(early),
    answer: early,
  })
  await t.passTime(seconds(expectSameEnd({ beyond, early, passedS })))
  const late = await again()
  expectThat(late.status !== 429, {
    expected: 'no limit after the seconds of Retry-After',
    actual: summary(late),
    answer: late,
  })
  expectThat(remainingOf(late) >= limit - 1, {
    expected: `X-RateLimit-Remaining ${limit - 1} after the first request of a window`,
    actual: `X-RateLimit-Remaining ${remainingOf(late)}`,
    answer: late,
  })
}

/** Judges that a second refused request is told the same end of the window as the first, and returns its Retry-After in seconds. */
function expectSameEnd({
  beyond,
  early,
  passedS,
}: {
  readonly beyond: Answer
  readonly early: Answer
  readonly passedS: number
}): number {
  const before = expectNumberHeader(beyond, 'Retry-After') - passedS
  const after = expectNumberHeader(early, 'Retry-After')
  const moved = resetOf(early) - resetOf(beyond)
  expectThat(Math.abs(after - before) < 1 && moved === 0, {
    expected: `Retry-After ${before} rounded, and X-RateLimit-Reset ${resetOf(beyond)}, as ${passedS} seconds before`,
    actual: `Retry-After ${after} and X-RateLimit-Reset ${resetOf(early)}`,
    answer: early,
  })
  return after
}

export const limitRules: readonly Rule[] = [
  ...rows.flatMap((row) => [tellsLimit(row), countsRequests(row), refusesBeyondLimit(row)]),
  rule('LIMIT-014', 'A live key is told the documented limits.')
    .with({ needs: ['key:live'] })
    .judges('LIMITS-21')
    .by(async (t) => {
      for (const operation of free) {
        expectTold(t, operation, await t.call(operation, { ...plainRequest(t, operation), key: 'live' }))
      }
    }),
]
