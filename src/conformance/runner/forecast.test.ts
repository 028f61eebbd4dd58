import { describe, expect, it } from 'vitest'
import { sampleRule } from '../../../test/support/sample-rule.ts'
import { openPace } from '../http/pace.ts'
import type { ActiveRule, RequestCounts, RuleId } from '../rule.ts'
import { wait } from '../target/need.ts'
import { readProfile } from '../target/profile.ts'
import { forecastOf } from './forecast.ts'
import type { LimitRenewal } from './limit-renewal.ts'
import type { Forecast } from './waits.ts'

/** What is forecast where these have ended and those have begun, each with what it has sent. */
function forecast(
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
  const pace = openPace({ nowMs: () => 0, pause: () => Promise.resolve() })
  return forecastOf(rules, { target, pace, limitRenewal, sentBy }, { has: (id) => Object.hasOwn(ended, id) })
}

describe('what is left of a run to wait for', () => {
  it('goes by what rules that have ended sent of what they may have sent', () => {
    const rules = [sampleRule('A-1', { createBatch: 20 }), sampleRule('A-2', { createBatch: 30 })]
    expect(forecast(rules).pacedMs).toBe(4 * 62_000)
    expect(forecast(rules, { ended: { 'A-1': { createBatch: 10 } } })).toMatchObject({
      rules: 1,
      pacedMs: 62_000,
    })
  })

  it('leaves out what rules that have begun have sent', () => {
    const rules = [sampleRule('A-1', { createBatch: 30 })]
    expect(forecast(rules, { begun: { 'A-1': { createBatch: 19 } } }).pacedMs).toBe(62_000)
  })

  it('has what rules hand on to each other once', () => {
    const keeping = (id: RuleId) => sampleRule(id, { createBatch: 5 }, { requestsOnce: { createBatch: 1 } })
    const rules = [keeping('A-1'), keeping('A-2'), keeping('A-3')]
    expect(forecast(rules).pacedMs).toBe(62_000)
    expect(forecast(rules, { ended: { 'A-1': { createBatch: 7 } } }).pacedMs).toBe(0)
  })

  it('has nothing of what keeps to no limits, nor of limits that can be made new', () => {
    const load = sampleRule('A-1', { createBatch: 32 }, { needs: ['load'] })
    expect(forecast([load]).pacedMs).toBe(0)
    const limitRenewal: LimitRenewal = {
      works: () => true,
      isDue: () => false,
      key: () => undefined,
      renew: async () => {},
      refused: async () => true,
      close: async () => [],
    }
    expect(forecast([sampleRule('A-2', { createBatch: 32 })], { limitRenewal }).pacedMs).toBe(0)
  })

  it('counts what is still to be asked, apart what is asked many at a time', () => {
    const rules = [
      sampleRule('A-1', { getWallet: 20 }),
      sampleRule('A-2', { getWallet: 8, buyLabel: 2 }),
      sampleRule('A-3', { getWallet: 6 }),
      sampleRule('A-4', { getWallet: 301 }, { needs: ['load'] }),
    ]
    expect(forecast(rules)).toMatchObject({ requests: 36, longest: 20, crowd: 301 })
    expect(
      forecast(rules, {
        ended: { 'A-1': { getWallet: 10 } },
        begun: { 'A-2': { getWallet: 4 }, 'A-3': { getWallet: 6 } },
      }),
    ).toMatchObject({ requests: 4, longest: 3, crowd: 150.5 })
  })

  it('has the time that rules let pass, of those that have not begun, alone ones one after the other', () => {
    const rules = [
      sampleRule('A-1', {}, { needs: [wait(50_000)] }),
      sampleRule('A-2', {}, { needs: [wait(40_000)] }),
      sampleRule('A-3', {}, { needs: [wait(30_000)] }),
      sampleRule('A-4', {}, { needs: ['load', wait(62_000)] }),
      sampleRule('A-5', {}, { needs: [wait(67_000)], alone: true }),
    ]
    expect(forecast(rules, { begun: { 'A-1': {} } })).toMatchObject({
      rules: 5,
      pacedMs: 0,
      timeMs: 40_000,
      afterwardsMs: 129_000,
    })
  })
})
