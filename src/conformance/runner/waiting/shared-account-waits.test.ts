import { describe, expect, it } from 'vitest'
import scopes from '../../../../fixtures/spec/scopes.json' with { type: 'json' }
import { ControlFailed } from '../../http/failures.ts'
import { operationOf } from '../../http/operation.ts'
import { createPace } from '../../http/sending/pace.ts'
import type { Capability } from '../../target/need.ts'
import { readProfile } from '../../target/profile.ts'
import { createLimitRenewal, prepareExpiredKey } from './shared-account-waits.ts'

/** Creates a limit renewal for a control protocol that records its calls and refuses the paths that match `fails`. */
function openRenewal(works: readonly Capability[] | undefined, fails: RegExp = /^$/) {
  const calls: (readonly [string, unknown])[] = []
  let made = 0
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    calls.push([`${method} ${path}`, body])
    if (fails.test(`${method} ${path}`)) throw new ControlFailed(`${path} answered 500`)
    made += 1
    return path.endsWith('/keys') ? { id: `key_${made}`, key: `pr_test_${made}` } : { fired: [] }
  }
  const target = {
    baseUrl: 'http://target.test',
    keys: { test: 'given' },
    control: works && {
      client: {
        url: '',
        hasToken: false,
        call,
        ask: async () => ({ status: 404, json: undefined }),
        close: async () => {},
      },
      works: new Set(works),
      broken: new Map(),
      trackingScripts: [],
      carriers: [],
    },
    profile: readProfile(undefined),
    permissions: { spend: false, load: false, trust: false, waitMs: 0, maxSpendCents: 0 },
    inbox: undefined,
    inboxTrouble: undefined,
    webhookSecret: undefined,
  }
  const pace = createPace({ nowMs: () => 0, pause: () => Promise.resolve() })
  let moved = 0
  const limitRenewal = createLimitRenewal(target, {
    pace,
    onTimeMoved: () => {
      moved += 1
    },
  })
  return { limitRenewal, calls, pace, moved: () => moved }
}

const keys = '/accounts/default/keys'

describe('limits of a shared account', () => {
  it('a conformance run gets new rate limits for a shared account with a new API key, which it revokes at its end', async () => {
    const { limitRenewal, calls } = openRenewal(['keys', 'clock'])
    expect(limitRenewal?.getKey()).toBeUndefined()
    await limitRenewal?.renew()
    expect(limitRenewal?.getKey()).toBe('pr_test_1')
    await limitRenewal?.renew()
    expect(limitRenewal?.getKey()).toBe('pr_test_2')
    expect(calls).toEqual([
      [`POST ${keys}`, { environment: 'test', scopes: Object.keys(scopes) }],
      [`POST ${keys}`, { environment: 'test', scopes: Object.keys(scopes) }],
    ])
    expect(await limitRenewal?.close()).toEqual([])
    expect(calls.slice(2).map(([each]) => each)).toEqual([`DELETE ${keys}/key_1`, `DELETE ${keys}/key_2`])
  })

  it('a conformance run gets new rate limits for a shared account by moving the clock if no API key can be created', async () => {
    const { limitRenewal, calls, pace, moved } = openRenewal(['clock', 'webhook'])
    const buyBatch = operationOf('buyBatch')
    for (let sent = 0; sent < 10; sent += 1) await pace.waitForLimit('given', buyBatch, { atOnce: false })
    expect(pace.forecastMs('given', { buyBatch: 1 })).toBe(62_000)
    await limitRenewal?.renew()
    expect(pace.forecastMs('given', { buyBatch: 10 })).toBe(0)
    expect(calls).toEqual([['POST /accounts/default/clock/advance', { seconds: 62 }]])
    expect(moved()).toBe(1)
    expect(limitRenewal?.getKey()).toBeUndefined()
  })

  it('a conformance run gets no new rate limits for a shared account if it can neither create an API key nor move the clock', () => {
    expect(openRenewal(['webhook', 'faults', 'wallet']).limitRenewal).toBeUndefined()
    expect(openRenewal(undefined).limitRenewal).toBeUndefined()
  })

  it('a conformance run does not try again to get new rate limits for a shared account after this has failed once', async () => {
    const { limitRenewal, calls } = openRenewal(['keys'], /POST/)
    await limitRenewal?.renew()
    await limitRenewal?.renew()
    expect(calls).toHaveLength(1)
    expect(limitRenewal?.isWorking()).toBe(false)
    expect(limitRenewal?.getKey()).toBeUndefined()
  })

  it('after a 429, a conformance run moves the clock for the same rule, or creates a new API key for the next rule', async () => {
    const byKey = openRenewal(['keys']).limitRenewal
    expect(await byKey?.onRefused()).toBe(false)
    // The running rule still uses the key of the options, as a rule uses one key from start to end.
    expect([byKey?.getKey(), byKey?.isDue()]).toEqual([undefined, true])
    await byKey?.renew()
    expect([byKey?.getKey(), byKey?.isDue()]).toEqual(['pr_test_1', false])
    expect(await openRenewal(['clock']).limitRenewal?.onRefused()).toBe(true)
  })

  it.each([[['keys']], [['clock']]] as const)(
    'a conformance run stops getting new rate limits by %s once a request gets a 429 although the limits should be new',
    async (works) => {
      const { limitRenewal, calls } = openRenewal(works)
      await limitRenewal?.renew()
      expect(await limitRenewal?.onRefused()).toBe(false)
      expect(limitRenewal?.isWorking()).toBe(false)
      await limitRenewal?.renew()
      expect(calls).toHaveLength(1)
    },
  )

  it('a conformance run reports an API key that it created for new rate limits and could not revoke', async () => {
    const { limitRenewal } = openRenewal(['keys'], /DELETE/)
    await limitRenewal?.renew()
    expect(await limitRenewal?.close()).toEqual(['revoke the key key_1'])
  })
})

/**
 * Creates an expired key, with a control protocol that records its calls and refuses calls that match `fails`, and with
 * a clock of the test.
 */
function openTestKey(fails: (call: string) => boolean = () => false) {
  const calls: string[] = []
  const passed: (readonly [string, number])[] = []
  let now = 1_000_000
  const answer = (call: string): void => {
    calls.push(call)
    if (fails(call)) throw new ControlFailed(`${call} answered 500`)
  }
  const expired = prepareExpiredKey(
    {
      keys: {
        create: async ({ expires_at = '' }) => {
          answer(`create, expires at ${Date.parse(expires_at)}`)
          return { id: `key_${calls.length}`, key: `pr_test_${calls.length}` }
        },
        revoke: async (id) => answer(`revoke ${id}`),
      },
    },
    {
      nowMs: () => now,
      waits: {
        pause: async (what, waitMs) => {
          passed.push([what, waitMs])
          now += waitMs
        },
      },
    },
  )
  const passTime = (spanMs: number): void => {
    now += spanMs
  }
  return { expired, calls, passed, later: passTime }
}

const creation = 'create, expires at 1002000'

describe('an expired key', () => {
  it('all conformance rules share one expired API key, for whose expiry the run waits once and which it revokes at its end', async () => {
    const { expired, calls, passed } = openTestKey()
    expect([await expired.waitForKey('A-001'), await expired.waitForKey('A-002')]).toEqual([
      'pr_test_1',
      'pr_test_1',
    ])
    expect(passed).toEqual([['a key to expire (A-001)', 3_000]])
    expect(await expired.close()).toEqual([])
    expect(calls).toEqual([creation, 'revoke key_1'])
  })

  it('other conformance rules run while one rule waits until its API key expires', async () => {
    const { expired, calls, passed, later } = openTestKey()
    expect(expired.leftMs()).toBe(3_000)
    expired.startCreation()
    later(2_500)
    await expired.waitForKey('A-001')
    expect(expired.leftMs()).toBe(0)
    expect(passed).toEqual([['a key to expire (A-001)', 500]])
    later(1)
    await expired.waitForKey('A-002')
    expect([calls, passed.length]).toEqual([[creation], 1])
  })

  it('a conformance run creates its expired API key again for the next rule if the creation failed', async () => {
    let isBroken = true
    const { expired, calls } = openTestKey(() => isBroken)
    expired.startCreation()
    await expect(expired.waitForKey('A-001')).rejects.toThrow(ControlFailed)
    expect(await expired.close()).toEqual([])
    isBroken = false
    expect(await expired.waitForKey('A-002')).toBe('pr_test_2')
    expect(calls).toEqual([creation, creation])
  })

  it('a conformance run reports an expired API key that it could not revoke', async () => {
    const { expired } = openTestKey((call) => call.startsWith('revoke'))
    expect(await expired.close()).toEqual([])
    await expired.waitForKey('A-001')
    expect(await expired.close()).toEqual(['revoke the key key_1'])
  })
})
