import { describe, expect, it } from 'vitest'
import { ControlFailed } from '../http/failures.ts'
import { openExpiredKey } from './expired-key.ts'

/** A control protocol and a time of which everything is known; `fails` are the calls that it refuses. */
function open(fails: (call: string) => boolean = () => false) {
  const calls: string[] = []
  const passed: (readonly [string, number])[] = []
  let now = 1_000_000
  const answer = (call: string): void => {
    calls.push(call)
    if (fails(call)) throw new ControlFailed(`${call} answered 500`)
  }
  const expired = openExpiredKey(
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
        pass: async (what, waitMs) => {
          passed.push([what, waitMs])
          now += waitMs
        },
      },
    },
  )
  const later = (spanMs: number): void => {
    now += spanMs
  }
  return { expired, calls, passed, later }
}

const creation = 'create, expires at 1002000'

describe('an expired key', () => {
  it('is made and waited for once, whoever needs it, and revoked in the end', async () => {
    const { expired, calls, passed } = open()
    expect([await expired.value('A-001'), await expired.value('A-002')]).toEqual(['pr_test_1', 'pr_test_1'])
    expect(passed).toEqual([['a key to expire (A-001)', 3_000]])
    expect(await expired.close()).toEqual([])
    expect(calls).toEqual([creation, 'revoke key_1'])
  })

  it('expires while others are at work', async () => {
    const { expired, calls, passed, later } = open()
    expect(expired.leftMs()).toBe(3_000)
    expired.begin()
    later(2_500)
    await expired.value('A-001')
    expect(expired.leftMs()).toBe(0)
    expect(passed).toEqual([['a key to expire (A-001)', 500]])
    later(1)
    await expired.value('A-002')
    expect([calls, passed.length]).toEqual([[creation], 1])
  })

  it('that could not be made is tried again by whoever needs it', async () => {
    let isBroken = true
    const { expired, calls } = open(() => isBroken)
    expired.begin()
    await expect(expired.value('A-001')).rejects.toThrow(ControlFailed)
    expect(await expired.close()).toEqual([])
    isBroken = false
    expect(await expired.value('A-002')).toBe('pr_test_2')
    expect(calls).toEqual([creation, creation])
  })

  it('is left behind only where that is said', async () => {
    const { expired } = open((call) => call.startsWith('revoke'))
    expect(await expired.close()).toEqual([])
    await expired.value('A-001')
    expect(await expired.close()).toEqual(['the key key_1 revoked'])
  })
})
