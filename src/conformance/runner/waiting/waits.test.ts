import { describe, expect, it } from 'vitest'
import { buildSampleRule } from '../../../../test/support/conformance/sample-rule.ts'
import { createPace } from '../../http/sending/pace.ts'
import type { RunSlowness, RunWait } from '../../options.ts'
import type { ActiveRule, RequestCounts, RuleId } from '../../rule.ts'
import { needTime } from '../../target/need.ts'
import { readProfile } from '../../target/profile.ts'
import { createSemaphore } from './semaphore.ts'
import type { LimitRenewal } from './shared-account-waits.ts'
import { createSlownessWatch, createWaits, type Forecast, forecastRun } from './waits.ts'

/** Creates the waits of a run, and a list of the waits that the user was told of. The waits end when the run is stopped. */
function openRecordedWaits(left: Partial<Forecast>) {
  const announced: RunWait[] = []
  const stopper = new AbortController()
  let nowMs = 0
  const waits = createWaits({
    semaphore: createSemaphore(1),
    signal: stopper.signal,
    onWait: (wait) => announced.push(wait),
    nowMs: () => nowMs,
  })
  waits.setForecast(() => ({
    rules: 3,
    requests: 0,
    concurrentRequests: 0,
    longest: 0,
    minPacedWaitMs: 0,
    timeMs: 0,
    afterwardsMs: 0,
    ...left,
  }))
  return {
    waits,
    abouts: () => announced.map(({ aboutMs }) => aboutMs),
    at: (ms: number) => {
      nowMs = ms
    },
    end: () => stopper.abort(),
  }
}

describe('the time left of a run that waits', () => {
  it('the forecast of the remaining time of a conformance run is the longest of its parallel waits', () => {
    const { waits, abouts } = openRecordedWaits({ minPacedWaitMs: 50_000, timeMs: 70_000 })
    waits.announce('the limit', 60_000)
    waits.announce('the limit', 90_000)
    expect(abouts()).toEqual([70_000, 90_000])
  })

  it('the forecast of the remaining time of a conformance run counts current waits and shrinks with time', async () => {
    const { waits, abouts, at, end } = openRecordedWaits({})
    const passing = waits.pause('time to pass (A-001)', 300_000)
    at(100_000)
    waits.announce('the limit', 60_000)
    at(290_000)
    waits.announce('the limit', 60_000)
    expect(abouts()).toEqual([300_000, 200_000, 60_000])
    end()
    await expect(passing).rejects.toThrow()
  })

  it('the forecast of the remaining time of a conformance run adds the waits of rules that begin after all other rules', () => {
    const { waits, abouts } = openRecordedWaits({ minPacedWaitMs: 50_000, afterwardsMs: 129_000 })
    waits.announce('the limit', 40_000)
    expect(abouts()).toEqual([179_000])
  })

  it('the forecast of the remaining time of a conformance run is the longest of four times: for the longest rule, for all rules, for all connections and for rate limits', () => {
    const announcedMs = (left: Partial<Forecast>) =>
      openRecordedWaits({ rules: 40, ...left }).waits.recordSpeed({ answerMs: 2_000, rulesRunning: 10 })
        .aboutMs
    expect(announcedMs({ requests: 100, longest: 5 })).toBe(20_000)
    expect(announcedMs({ requests: 100, longest: 30 })).toBe(60_000)
    expect(announcedMs({ requests: 2, rules: 2, longest: 1 })).toBe(2_000)
    expect(announcedMs({ requests: 60, longest: 5, concurrentRequests: 96 * 50 - 60 })).toBe(100_000)
    expect(announcedMs({ requests: 100, minPacedWaitMs: 50_000 })).toBe(50_000)
  })

  it('a conformance run does not announce waits under a second', () => {
    const { waits, abouts } = openRecordedWaits({ minPacedWaitMs: 50_000 })
    waits.announce('the limit', 999)
    expect(abouts()).toEqual([])
  })
})

/** Returns the calls of `onSlow` in a run of 12 rules with 60 requests, if responses take `answers` milliseconds, one response each second. */
function recordSlownessCalls(...answers: readonly number[]) {
  const reported: (RunSlowness | undefined)[] = []
  const waited: number[] = []
  let nowMs = 0
  const waits = createWaits({
    semaphore: createSemaphore(1),
    signal: new AbortController().signal,
    nowMs: () => nowMs,
    onWait: ({ aboutMs }) => waited.push(aboutMs),
  })
  waits.setForecast(() => ({
    ...{ rules: 12, requests: 60, longest: 4, concurrentRequests: 0 },
    ...{ minPacedWaitMs: 0, timeMs: 0, afterwardsMs: 0 },
  }))
  const slowness = createSlownessWatch({
    waits,
    rulesRunning: () => 6,
    onSlow: (slow) => reported.push(slow),
    nowMs: () => nowMs,
  })
  for (const answerMs of answers) {
    slowness.record(answerMs)
    nowMs += 600
  }
  waits.announce('an event that is due', 5_000)
  return { reported, waited }
}

const repeatAnswer = (count: number, answerMs: number): readonly number[] =>
  Array.from({ length: count }, () => answerMs)

it('the check for a slow target ignores responses under a second, and the first seven responses', () => {
  expect(recordSlownessCalls(...repeatAnswer(50, 900))).toEqual({ reported: [], waited: [5_000] })
  expect(recordSlownessCalls(...repeatAnswer(7, 2_000)).reported).toEqual([])
})

it('the check for a slow target reports the time left at most once a second, even while rules wait', () => {
  const { reported, waited } = recordSlownessCalls(...repeatAnswer(10, 2_000))
  expect(reported).toEqual([
    { answerMs: 2_000, rulesLeft: 12, aboutMs: 20_000 },
    { answerMs: 2_000, rulesLeft: 12, aboutMs: 20_000 },
  ])
  expect(waited).toEqual([20_000])
})

it('the check for a slow target reports once that responses are fast again', () => {
  const { reported, waited } = recordSlownessCalls(...repeatAnswer(8, 2_000), ...repeatAnswer(40, 10))
  expect(reported.at(-1)).toBeUndefined()
  expect(reported.filter((each) => each === undefined)).toHaveLength(1)
  expect(waited).toEqual([5_000])
})

/** Returns the forecast of a run in which some rules have ended and others have begun, each with the requests that it sent. */
function computeForecast(
  rules: readonly ActiveRule[],
  {
    ended = {},
    begun = {},
    limitRenewal,
  }: {
    readonly ended?: Readonly<Record<string, RequestCounts>>
    readonly begun?: Readonly<Record<string, RequestCounts>>
    readonly limitRenewal?: LimitRenewal
  } = {},
): Forecast {
  const sentBy = new Map(
    Object.entries({ ...ended, ...begun }).map(([id, counts]) => [id, new Map(Object.entries(counts))]),
  )
  const target = {
    baseUrl: 'http://target.test',
    keys: { test: 'a' },
    control: undefined,
    profile: readProfile(undefined),
    permissions: { spend: false, load: true, trust: false, waitMs: 600_000, maxSpendCents: 0 },
    inbox: undefined,
    inboxTrouble: undefined,
    webhookSecret: undefined,
  }
  const pace = createPace({ nowMs: () => 0, pause: () => Promise.resolve() })
  return forecastRun(rules, { target, pace, limitRenewal, sentBy }, { has: (id) => Object.hasOwn(ended, id) })
}

describe('the forecast of a run', () => {
  it('the forecast of a conformance run assumes that remaining rules send the same part of their declared requests as ended rules', () => {
    const rules = [buildSampleRule('A-1', { createBatch: 20 }), buildSampleRule('A-2', { createBatch: 30 })]
    expect(computeForecast(rules).minPacedWaitMs).toBe(4 * 62_000)
    expect(computeForecast(rules, { ended: { 'A-1': { createBatch: 10 } } })).toMatchObject({
      rules: 1,
      minPacedWaitMs: 62_000,
    })
  })

  it('the forecast of a conformance run leaves out the requests that rules in progress have already sent', () => {
    const rules = [buildSampleRule('A-1', { createBatch: 30 })]
    expect(computeForecast(rules, { begun: { 'A-1': { createBatch: 19 } } }).minPacedWaitMs).toBe(62_000)
  })

  it('the forecast of a conformance run counts the requests for resources that rules share only once', () => {
    const keeping = (id: RuleId) =>
      buildSampleRule(id, { createBatch: 5 }, { requestsOnce: { createBatch: 1 } })
    const rules = [keeping('A-1'), keeping('A-2'), keeping('A-3')]
    expect(computeForecast(rules).minPacedWaitMs).toBe(62_000)
    expect(computeForecast(rules, { ended: { 'A-1': { createBatch: 7 } } }).minPacedWaitMs).toBe(0)
  })

  it('the forecast of a conformance run leaves out rules that exhaust rate limits, and waits for limits that the run can renew', () => {
    const load = buildSampleRule('A-1', { createBatch: 32 }, { needs: ['load'] })
    expect(computeForecast([load]).minPacedWaitMs).toBe(0)
    const limitRenewal: LimitRenewal = {
      isWorking: () => true,
      isDue: () => false,
      getKey: () => undefined,
      renew: async () => {},
      onRefused: async () => true,
      close: async () => [],
    }
    expect(
      computeForecast([buildSampleRule('A-2', { createBatch: 32 })], { limitRenewal }).minPacedWaitMs,
    ).toBe(0)
  })

  it('the forecast of a conformance run counts sequential requests and concurrent requests separately', () => {
    const rules = [
      buildSampleRule('A-1', { getWallet: 20 }),
      buildSampleRule('A-2', { getWallet: 8, buyLabel: 2 }),
      buildSampleRule('A-3', { getWallet: 6 }),
      buildSampleRule('A-4', { getWallet: 301 }, { needs: ['load'] }),
    ]
    expect(computeForecast(rules)).toMatchObject({ requests: 36, longest: 20, concurrentRequests: 301 })
    expect(
      computeForecast(rules, {
        ended: { 'A-1': { getWallet: 10 } },
        begun: { 'A-2': { getWallet: 4 }, 'A-3': { getWallet: 6 } },
      }),
    ).toMatchObject({ requests: 4, longest: 3, concurrentRequests: 150.5 })
  })

  it('the forecast of a conformance run counts only the longest real-time wait of parallel rules, and adds up the waits of rules that run alone', () => {
    const rules = [
      buildSampleRule('A-1', {}, { needs: [needTime(50_000)] }),
      buildSampleRule('A-2', {}, { needs: [needTime(40_000)] }),
      buildSampleRule('A-3', {}, { needs: [needTime(30_000)] }),
      buildSampleRule('A-4', {}, { needs: ['load', needTime(62_000)] }),
      buildSampleRule('A-5', {}, { needs: [needTime(67_000)], alone: true }),
    ]
    expect(computeForecast(rules, { begun: { 'A-1': {} } })).toMatchObject({
      rules: 5,
      minPacedWaitMs: 0,
      timeMs: 40_000,
      afterwardsMs: 129_000,
    })
  })
})
