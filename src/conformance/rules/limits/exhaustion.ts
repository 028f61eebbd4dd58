import type { Answer } from '../../http/answer.ts'
import { errorCodeOf, expectAnswer, expectNumberHeader, expectThat, isSuccess } from '../../http/expect.ts'
import { type OperationName, operationOf } from '../../http/operation.ts'
import type { RuleContext } from '../../rule-context.ts'
import { seconds } from '../../target/need.ts'
import { countPreparationRequests, prepareCountableRequests } from '../support/limit-requests.ts'
import { isLostRequest, repeatUntilResponse } from '../support/request-retry.ts'
import { makeWellFormedRequest } from '../support/requests.ts'
import { settleAll } from '../support/settle-all.ts'

/** Returns the value of `X-RateLimit-Limit`. Throws RuleBroken. */
export const readLimitHeader = (answer: Answer): number => expectNumberHeader(answer, 'X-RateLimit-Limit')
/** Returns the value of `X-RateLimit-Remaining`. Throws RuleBroken. */
export const readRemainingHeader = (answer: Answer): number =>
  expectNumberHeader(answer, 'X-RateLimit-Remaining')
/** Returns the value of `X-RateLimit-Reset`, in seconds since 1970. Throws RuleBroken. */
export const readResetHeader = (answer: Answer): number => expectNumberHeader(answer, 'X-RateLimit-Reset')

/** Returns the rate limit of an operation, and whether the profile of the target changes the documented limit. */
export const findLimitInForce = (
  t: RuleContext,
  operation: OperationName,
): { limit: number; isChanged: boolean } => {
  const { endpoint, limitPerMinute } = operationOf(operation)
  const changed = t.profile.limits[endpoint]
  return { limit: changed ?? limitPerMinute, isChanged: changed !== undefined }
}

/**
 * Freezes the account's clock, so that no new window begins while a rule uses up a rate limit. Resolves with true if the
 * clock is frozen, false if it cannot be frozen.
 */
export async function freezeClock(t: RuleContext): Promise<boolean> {
  if (!t.isOwnAccount || !t.hasClock) return false
  await t.account.clock.freeze()
  return true
}

/** The number of requests that are sent at a time. */
const requestsAtOnce = 20

/**
 * Returns the options `requests` and `requestsOfOwn` of a rule that calls `exhaustLimit`: how many requests it sends at
 * most, and how many it needs to prepare them. A service may allow a few more requests than documented.
 */
export const countRequestsToExhaust = (operation: OperationName) => {
  const { limitPerMinute } = operationOf(operation)
  return {
    requests: { [operation]: limitPerMinute + requestsAtOnce + 5 },
    requestsOfOwn: countPreparationRequests(operation, limitPerMinute),
  }
}

/** An exhausted rate limit: its size, the number of accepted requests, and the response to one request more (`beyond`). */
interface ExhaustedLimit {
  readonly limit: number
  readonly served: number
  /** How many requests got no response. The service may have counted them. */
  readonly lost: number
  /** The remaining requests after the last accepted one; undefined if none was accepted. */
  readonly left: number | undefined
  readonly beyond: Answer
  /** The first response with a wrong number of remaining requests; undefined if all are right, or the clock is not frozen. */
  readonly miscounted: { readonly left: number; readonly told: number; readonly answer: Answer } | undefined
  /** Sends one more request to the operation whose limit is exhausted. */
  sendOneMore(): Promise<Answer>
}

/** Sends requests to an operation until its rate limit is used up and one request is refused. */
export async function exhaustLimit(t: RuleContext, operation: OperationName): Promise<ExhaustedLimit> {
  const { limitPerMinute } = operationOf(operation)
  const requests = await prepareCountableRequests(t, operation, limitPerMinute)
  const isFrozen = await freezeClock(t)
  let sent = 0
  const ask = (): Promise<Answer> => {
    const request = requests[sent % requests.length]
    sent += 1
    return t.call(operation, { ...request, takes429: true })
  }
  const lostBefore = t.countLostRequests()
  const countLost = (): number => t.countLostRequests() - lostBefore

  const first = await repeatUntilResponse(ask)
  const limit = readLimitHeader(first)
  if (limit > Math.max(findLimitInForce(t, operation).limit, limitPerMinute + requestsAtOnce)) {
    t.notJudged(`to use up a rate limit of ${limit}, the rule needs it in the profile under "limits"`)
  }
  // In an account made for the rule, no earlier request has used the rate limit.
  const used = t.isOwnAccount ? 1 : Math.max(1, limit - readRemainingHeader(first))
  let served = first.status === 429 ? 0 : used
  let left = first.status === 429 ? undefined : readRemainingHeader(first)
  let miscounted: ExhaustedLimit['miscounted']
  const sendOneMore = (): Promise<Answer> => repeatUntilResponse(ask)
  while (served < limit) {
    const answers = await collectAnswers(
      Array.from({ length: Math.min(requestsAtOnce, limit - served) }, ask),
    )
    const refused = answers.find(({ status }) => status === 429)
    const good = answers.filter(({ status }) => status !== 429)
    served += good.length
    const told = [left, ...good.map(readRemainingHeader)].filter((each) => each !== undefined)
    left = told.length === 0 ? undefined : Math.min(...told)
    if (isFrozen && countLost() === 0)
      miscounted ??= findWrongRemaining(good, { left: limit - served, told: left })
    if (refused !== undefined)
      return { limit, served, lost: countLost(), left, beyond: refused, miscounted, sendOneMore }
    if (
      answers.every((each) => !isSuccess(each) && readRemainingHeader(each) >= readRemainingHeader(first))
    ) {
      t.notJudged('the target limits only valid requests, and the rule sends none, as they create resources')
    }
  }
  const beyond = await sendUntilRefused(t, sendOneMore, { isFrozen, first })
  return { limit, served, lost: countLost(), left, beyond, miscounted, sendOneMore }
}

/** Returns the number of requests that are left, the number that the service reports and a response, if the numbers differ. */
function findWrongRemaining(
  [answer]: readonly Answer[],
  { left, told }: { readonly left: number; readonly told: number | undefined },
): ExhaustedLimit['miscounted'] {
  return answer === undefined || told === undefined || told === left ? undefined : { left, told, answer }
}

/** Waits for all requests and returns the responses that came. Throws TransportFailure if no response came. */
async function collectAnswers(pending: readonly Promise<Answer>[]): Promise<readonly Answer[]> {
  let lost: unknown
  const outcomes = await settleAll(
    pending.map((each) =>
      each.catch((error: unknown) => {
        if (!isLostRequest(error)) throw error
        lost = error
        return undefined
      }),
    ),
  )
  const answers = outcomes.filter((each) => each !== undefined)
  if (answers.length === 0) throw lost
  return answers
}

/** Sends requests until one is refused, and returns that response. If the clock is not frozen, the service may accept a few requests first. */
async function sendUntilRefused(
  t: RuleContext,
  ask: () => Promise<Answer>,
  { isFrozen, first }: { readonly isFrozen: boolean; readonly first: Answer },
): Promise<Answer> {
  let last = await ask()
  for (let count = 0; count < requestsAtOnce && !isFrozen && last.status !== 429; count += 1)
    last = await ask()
  if (!isFrozen && last.status !== 429 && readResetHeader(last) !== readResetHeader(first)) {
    t.notJudged('a new rate-limit window began before the rule had used up the limit')
  }
  return last
}

/** Exhausts the smallest rate limit, that of buyBatch, in the setup of a rule. Returns the response to one request more. */
export async function requireExhaustedLimit(t: RuleContext): Promise<Answer> {
  return t.setup.of('The exhaustion of the limit', async () => {
    const { beyond } = await exhaustLimit(t, 'buyBatch')
    expectAnswer(
      beyond,
      beyond.status === 429 && errorCodeOf(beyond) === 'AUTH.RATE_LIMIT.EXCEEDED',
      '429 AUTH.RATE_LIMIT.EXCEEDED',
    )
    return beyond
  })
}

/** Checks that the account's live key still has the rate limit that the test key has used up. Throws RuleBroken. */
export async function expectLiveKeyServed(t: RuleContext, operation: OperationName): Promise<void> {
  const answer = await t.call(operation, {
    ...makeWellFormedRequest(t, operation),
    key: 'live',
    takes429: true,
  })
  expectAnswer(answer, answer.status !== 429, 'no 429 for the live key, which has sent one request')
}

/**
 * Checks that an exhausted rate limit refuses requests until a second before its reset, and is fully available again
 * after the seconds of Retry-After. The limit must have been exhausted while the clock was frozen. Throws RuleBroken.
 */
export async function expectLimitWindow(
  t: RuleContext,
  { limit, beyond, sendOneMore }: Pick<ExhaustedLimit, 'limit' | 'beyond' | 'sendOneMore'>,
): Promise<void> {
  const aheadMs = readResetHeader(beyond) * 1_000 - (await t.now())
  // Other rules report a reset time in the past or far in the future.
  if (aheadMs < seconds(3) || aheadMs > seconds(61)) return
  // The half second catches a Retry-After that is rounded down, after which a client would get another 429.
  const passedS = Math.floor(aheadMs / 1_000) - 1.5
  await t.passTime(seconds(passedS))
  const early = await sendOneMore()
  expectAnswer(early, early.status === 429, 'further 429 until X-RateLimit-Reset')
  await t.passTime(seconds(expectSameWindowEnd({ beyond, early, passedS })))
  const late = await sendOneMore()
  expectAnswer(late, late.status !== 429, 'no 429 after the seconds of Retry-After')
  expectThat(readRemainingHeader(late) >= limit - 1, {
    expected: `X-RateLimit-Remaining ${limit - 1} after the first request of a window`,
    actual: `X-RateLimit-Remaining ${readRemainingHeader(late)}`,
    answer: late,
  })
}

/** Checks that two 429 responses, `passedS` seconds apart, give the same end of the window. Returns the later Retry-After. Throws RuleBroken. */
function expectSameWindowEnd({
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
  const moved = readResetHeader(early) - readResetHeader(beyond)
  expectThat(Math.abs(after - before) < 1 && moved === 0, {
    expected: `Retry-After ${before} (rounded) and the same X-RateLimit-Reset ${readResetHeader(beyond)}, ${passedS} seconds after an earlier 429`,
    actual: `Retry-After ${after} and X-RateLimit-Reset ${readResetHeader(early)}`,
    answer: early,
  })
  return after
}
