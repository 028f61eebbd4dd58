import { expect, it } from 'vitest'
import { startWorld } from '../../../test/support/simulator/world.ts'
import { scopes } from '../specification/scopes.ts'
import { readRecord } from '../storage/record-reader.ts'
import type { Context } from './context.ts'
import { loadSnapshot, takeSnapshot } from './snapshot.ts'

const listKeyValues = ({ state }: Context) => [...state.keys.values()].map(({ value }) => value)
const liveKey = { environment: 'live', scopes, expiresAtMs: null } as const
const record = { id: 'a', seed: '7', clock: { mode: 'frozen', rate: 1, nowMs: null } }
const place = { account: '', collection: 'accounts', id: 'a', json: '' }

it('the keys of an account that was created with a key prefix begin with the prefix, also after a reset', async () => {
  const { simulator } = await startWorld()
  const account = simulator.createAccount({ id: 'a', seed: '7', keyPrefix: 'abc' })
  const first = listKeyValues(account)
  expect(first).toEqual([
    expect.stringMatching(/^pr_test_abc[0-9a-f]{29}$/),
    expect.stringMatching(/^pr_live_abc[0-9a-f]{29}$/),
  ])
  expect(simulator.createKey(account, liveKey).value).toMatch(/^pr_live_abc[0-9a-f]{29}$/)
  const reset = simulator.resetAccount('a')
  expect(listKeyValues(reset)).toEqual(first)
  expect(simulator.createKey(reset, liveKey).value).toMatch(/^pr_live_abc[0-9a-f]{29}$/)
})

it('a key prefix replaces only the first digits of the keys that an account would have without a prefix', async () => {
  const [{ simulator: plain }, { simulator: prefixed }] = [await startWorld(), await startWorld()]
  const listLaterDigits = (context: Context) =>
    listKeyValues(context).map((value) => value.slice('pr_test_abc'.length))
  expect(listLaterDigits(prefixed.createAccount({ id: 'a', seed: '7', keyPrefix: 'abc' }))).toEqual(
    listLaterDigits(plain.createAccount({ id: 'a', seed: '7' })),
  )
})

it('the keys of a loaded snapshot stay unchanged, and new keys begin with the key prefix of the account', async () => {
  const [{ simulator: one }, { simulator: other }] = [await startWorld(), await startWorld()]
  const source = one.createAccount({ id: 'a', keyPrefix: 'a' })
  other.createAccount({ id: 'b', keyPrefix: 'b' })
  const loaded = loadSnapshot(other, 'b', takeSnapshot(source))
  expect(listKeyValues(loaded)).toEqual(listKeyValues(source))
  expect(other.createKey(loaded, liveKey).value).toMatch(/^pr_live_b/)
})

it('a data file keeps the key prefix of an account, and a file with a wrong prefix is refused', () => {
  expect(readRecord(place, { ...record, keyPrefix: 'abc' })).toEqual({ ...record, keyPrefix: 'abc' })
  expect(() => readRecord(place, { ...record, keyPrefix: 'XYZ' })).toThrow('keyPrefix is no key prefix')
})
