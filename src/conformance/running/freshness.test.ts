import { describe, expect, it } from 'vitest'
import scopes from '../../../fixtures/spec/scopes.json' with { type: 'json' }
import type { Capability } from '../target/need.ts'
import { readProfile } from '../target/profile.ts'
import { ControlFailed } from '../wire/failures.ts'
import { operationOf } from '../wire/operation.ts'
import { openPace } from '../wire/pace.ts'
import { openFreshness } from './freshness.ts'

/** A control protocol of which every call is known; `fails` are the paths that it refuses. */
function open(works: readonly Capability[] | undefined, fails: RegExp = /^$/) {
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
    permissions: { spend: false, load: false, waitMs: 0, maxSpendCents: 0 },
    inbox: undefined,
    inboxTrouble: undefined,
    webhookSecret: undefined,
  }
  const pace = openPace({ nowMs: () => 0, pause: () => Promise.resolve() })
  let moved = 0
  const freshness = openFreshness(target, {
    pace,
    onTimeMoved: () => {
      moved += 1
    },
  })
  return { freshness, calls, pace, moved: () => moved }
}

const keys = '/accounts/default/keys'

describe('limits of an account that others may use', () => {
  it('are made new by a key with all scopes, which is revoked in the end', async () => {
    const { freshness, calls } = open(['keys', 'clock'])
    expect(freshness?.key()).toBeUndefined()
    await freshness?.renew()
    expect(freshness?.key()).toBe('pr_test_1')
    await freshness?.renew()
    expect(freshness?.key()).toBe('pr_test_2')
    expect(calls).toEqual([
      [`POST ${keys}`, { environment: 'test', scopes: Object.keys(scopes) }],
      [`POST ${keys}`, { environment: 'test', scopes: Object.keys(scopes) }],
    ])
    expect(await freshness?.close()).toEqual([])
    expect(calls.slice(2).map(([each]) => each)).toEqual([`DELETE ${keys}/key_1`, `DELETE ${keys}/key_2`])
  })

  it('are made new by a minute that is let pass where there are no keys to be made', async () => {
    const { freshness, calls, pace, moved } = open(['clock', 'webhook'])
    const buyBatch = operationOf('buyBatch')
    for (let sent = 0; sent < 10; sent += 1) await pace.take('given', buyBatch, { atOnce: false })
    expect(pace.forecastMs('given', { buyBatch: 1 })).toBe(62_000)
    await freshness?.renew()
    expect(pace.forecastMs('given', { buyBatch: 10 })).toBe(0)
    expect(calls).toEqual([['POST /accounts/default/clock/advance', { seconds: 62 }]])
    expect(moved()).toBe(1)
    expect(freshness?.key()).toBeUndefined()
  })

  it('cannot be made new by anything else', () => {
    expect(open(['webhook', 'faults', 'wallet']).freshness).toBeUndefined()
    expect(open(undefined).freshness).toBeUndefined()
  })

  it('are left alone from then on where it did not work', async () => {
    const { freshness, calls } = open(['keys'], /POST/)
    await freshness?.renew()
    await freshness?.renew()
    expect(calls).toHaveLength(1)
    expect(freshness?.works()).toBe(false)
    expect(freshness?.key()).toBeUndefined()
  })

  it('that others have used up are new for the next rule, or at once where time can be moved', async () => {
    const byKey = open(['keys']).freshness
    expect(await byKey?.refused()).toBe(false)
    // A rule ends with the key it began with.
    expect([byKey?.key(), byKey?.isDue()]).toEqual([undefined, true])
    await byKey?.renew()
    expect([byKey?.key(), byKey?.isDue()]).toEqual(['pr_test_1', false])
    expect(await open(['clock']).freshness?.refused()).toBe(true)
  })

  it.each([[['keys']], [['clock']]] as const)(
    'are waited for where new ones are refused, too: %s',
    async (works) => {
      const { freshness, calls } = open(works)
      await freshness?.renew()
      expect(await freshness?.refused()).toBe(false)
      expect(freshness?.works()).toBe(false)
      await freshness?.renew()
      expect(calls).toHaveLength(1)
    },
  )

  it('leave a key behind only where that is said', async () => {
    const { freshness } = open(['keys'], /DELETE/)
    await freshness?.renew()
    expect(await freshness?.close()).toEqual(['the key key_1 revoked'])
  })
})
