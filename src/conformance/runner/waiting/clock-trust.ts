import { formatSpan } from '../../duration.ts'
import type { Answer } from '../../http/answer.ts'
import { errorCodeOf, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import type { ActiveRule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'

/** Records whether the control protocol really moves the clock of the target. */
export interface ClockTrust {
  /** Records that a rule has moved the clock. */
  recordClockMove(ruleId: string): void
  hasMovedClock(ruleId: string): boolean
  /** Returns the problem of the clock that was found; undefined if none was. */
  getProblem(): ClockProblem | undefined
  /**
   * Checks the clock at the first call in a run. Resolves with the problem that was found; undefined if there is none.
   * `runCheck` must not throw. A call during the check waits inside `releaseDuring`.
   */
  checkOnce(
    runCheck: (check: ActiveRule) => Promise<unknown>,
    releaseDuring: <Value>(wait: () => Promise<Value>) => Promise<Value>,
  ): Promise<ClockProblem | undefined>
}

/** Creates a `ClockTrust`, which has checked nothing yet. */
export function createClockTrust(): ClockTrust {
  const movers = new Set<string>()
  let known: ClockProblem | undefined
  let finding: Promise<unknown> | undefined
  let isFound = false
  return {
    recordClockMove: (ruleId) => {
      movers.add(ruleId)
    },
    hasMovedClock: (ruleId) => movers.has(ruleId),
    getProblem: () => known,
    checkOnce: async (runCheck, releaseDuring) => {
      const inProgress = finding
      if (isFound) return known
      if (inProgress !== undefined) {
        // Another rule has started the clock check. This rule frees its semaphore slot while it waits for the result,
        // as the check may need the slot.
        await releaseDuring(() => inProgress)
        return known
      }
      finding = runCheck(
        createClockCheck((problem) => {
          known = problem
        }),
      )
      await finding
      isFound = true
      return known
    },
  }
}

/** Returns true if a rule cannot be checked without a clock that can be moved. */
export function needsClock({ needs }: ActiveRule): boolean {
  return needs.flat().some((need) => need === 'control:clock' || typeof need === 'object')
}

/** How far the check moves the clock, in milliseconds. Rates are valid for a shorter time. */
const movedMs = minutes(20)
/** How long the API key that the clock check creates is valid, in milliseconds. */
const goodForMs = minutes(15)
/** A time span in which a delivery attempt and a request for tracking data to the carrier (poll) are due, in milliseconds. */
const dueWithinMs = hours(5)

/**
 * Creates a check that moves the clock and then tests whether time has passed at the target. It is no rule of the
 * suite, as it tests the control protocol and not the service.
 */
function createClockCheck(onProblem: (problem: ClockProblem) => void): ActiveRule {
  return {
    id: 'CLOCK-0',
    judges: [],
    title: 'The control protocol moves time as it says.',
    section: 'Conventions',
    endpoint: null,
    kind: 'active',
    needs: ['key:test', 'control:clock'],
    requests: { getWallet: 4, createRates: 2, buyLabel: 2, registerTracker: 1, getTracker: 2 },
    run: async (t) => {
      const problem = (await findUnmovedClock(t)) ?? (await findSkippedWork(t))
      if (problem !== undefined) onProblem(problem)
    },
  }
}

/** Moves the clock, and returns a problem if less time passed at the target than the response said. */
async function findUnmovedClock(t: RuleContext): Promise<ClockProblem | undefined> {
  const witnesses = await createClockWitnesses(t)
  const beforeMs = await t.account.clock.now()
  const said = await advanceClock(t, movedMs)
  const byMs = (await t.account.clock.now()) - beforeMs
  const asked = `POST /accounts/{a}/clock/advance {"seconds": ${movedMs / 1_000}} succeeded (now: ${readNow(said)})`
  if (byMs < movedMs - 1_000) {
    const shown = `GET /accounts/{a}/clock shows ${byMs < 1_000 ? 'the time from before' : `a time only ${formatSpan(byMs)} later`}`
    return { kind: 'time', evidence: `${asked}, and ${shown}.` }
  }
  const seen = await Promise.all(witnesses.map((look) => look()))
  const against = seen.filter((each) => typeof each === 'string')
  if (seen.includes(true) || against.length < 2) return undefined
  return {
    kind: 'time',
    evidence: `${asked}, and GET /accounts/{a}/clock shows that time, but for the service no time has passed: ${against.join('; ')}.`,
  }
}

/**
 * Tests on one resource whether time has passed for the service. Resolves with true if it has, with a description of
 * the resource if it has not, with undefined if this is unknown.
 */
type Witness = () => Promise<true | string | undefined>

/**
 * Creates resources that change with time, such as a rate that expires. Resolves with a function for each, which tests
 * after the clock was moved whether the resource has changed.
 */
async function createClockWitnesses(t: RuleContext): Promise<readonly Witness[]> {
  const opened = [watchExpiringKey, watchAgingRate, watchLimitWindow].map((open) =>
    open(t).catch(() => undefined),
  )
  return (await Promise.all(opened)).filter((each) => each !== undefined)
}

async function watchExpiringKey(t: RuleContext): Promise<Witness | undefined> {
  const expiresAt = new Date((await t.account.clock.now()) + goodForMs).toISOString()
  const { key } = await t.account.keys.create({ environment: 'test', expires_at: expiresAt })
  const callWithKey = (): Promise<Answer> => t.call('getWallet', { key: { value: key } })
  if (!isSuccess(await callWithKey())) return undefined
  return async () => {
    const answer = await callWithKey()
    if (errorCodeOf(answer) === 'AUTH.KEY.EXPIRED') return true
    return isSuccess(answer) ? `a key that expires after ${formatSpan(goodForMs)} still works` : undefined
  }
}

async function watchAgingRate(t: RuleContext): Promise<Witness | undefined> {
  if (!t.isOwnAccount) return undefined
  const { id } = await t.setup.rate()
  return async () => {
    const answer = await t.call('buyLabel', { body: { rate_id: id } })
    if (errorCodeOf(answer) === 'RATE.EXPIRED') return true
    return isSuccess(answer) ? 'a rate that should have expired can still be bought' : undefined
  }
}

async function watchLimitWindow(t: RuleContext): Promise<Witness | undefined> {
  const readResetMs = async (): Promise<number> =>
    Number((await t.call('getWallet')).headers['x-ratelimit-reset']) * 1_000
  const beforeMs = await readResetMs()
  if (Number.isNaN(beforeMs)) return undefined
  return async () => {
    const byMs = (await readResetMs()) - beforeMs
    if (byMs >= goodForMs) return true
    return Number.isNaN(byMs) ? undefined : `X-RateLimit-Reset has moved by ${formatSpan(Math.max(0, byMs))}`
  }
}

/** Moves the clock, and returns a problem if the target did not do what was due: neither a delivery attempt nor a poll of the carrier. */
async function findSkippedWork(t: RuleContext): Promise<ClockProblem | undefined> {
  if (!t.isOwnAccount) return undefined
  const inbox = await t.inbox()
  inbox.respond((attempt) => ({ status: attempt === 1 ? 500 : 200 }))
  const label = await t.setup.label()
  const { trackingNumber, carrier } = label
  const body = { tracking_number: trackingNumber, carrier }
  const registered = await t.call('registerTracker', { body })
  const id = isObject(registered.json) ? String(registered.json['id']) : ''
  if ((await inbox.waitFor(label.id)).length !== 1 || id === '') return undefined
  await t.call('getTracker', { id })
  await t.account.tracking.event(trackingNumber, 'exception', 'Held for the clock')
  const fired = readFiredEvents(await advanceClock(t, dueWithinMs))
  if (fired === undefined || fired.length > 0 || inbox.arrivals(label.id).length > 1) return undefined
  const tracker = await t.call('getTracker', { id })
  if (!isSuccess(tracker) || tracker.text.includes('Held for the clock')) return undefined
  return {
    kind: 'due',
    evidence: `POST /accounts/{a}/clock/advance by ${formatSpan(dueWithinMs)} returned no fired events, although a delivery attempt and a poll of the carrier were due: no attempt came, and the tracker has not changed.`,
  }
}

const advanceClock = (t: RuleContext, spanMs: number): Promise<unknown> =>
  t.account.call('POST', '/clock/advance', { seconds: spanMs / 1_000 })

const readNow = (answer: unknown): string => (isObject(answer) ? String(answer['now']) : 'not given')

function readFiredEvents(answer: unknown): readonly unknown[] | undefined {
  const fired = isObject(answer) ? answer['fired'] : undefined
  return Array.isArray(fired) ? fired : undefined
}

/** A problem with the way the control protocol moves the clock. */
export interface ClockProblem {
  /** `time`: less time passes than the response said. `due`: time passes, but the target does not do what is due. */
  readonly kind: 'time' | 'due'
  /** The control-protocol call that moved the clock, and what showed the problem. */
  readonly evidence: string
}
