import { describe, expect, it } from 'vitest'
import { kindsOf010, laterKinds } from '../../../test/support/simulator/record-kinds.ts'
import { recordSchemas } from './records/collections.ts'
import { State } from './state.ts'

const names = [...kindsOf010, ...laterKinds]

describe('the state of an account', () => {
  it('the state of an account has every kind of record under the same name in files and snapshots', () => {
    expect(Object.keys(recordSchemas)).toEqual(names)
    const state = new State(() => undefined)
    expect([...state.listCollections()].map(({ name }) => name)).toEqual(names)
    for (const name of names) expect(state.findCollection(name)?.name).toBe(name)
    expect(state.findCollection('__proto__')).toBeUndefined()
  })

  it('the state of an account reports every change, and marks a change of rate limits as one that needs no commit', () => {
    const heard: string[] = []
    const state = new State((collection, id, weight) => heard.push(`${collection} ${id} ${weight}`))
    state.counters.set('rate', 3)
    state.counters.delete('rate')
    state.clock.set({ mode: 'frozen', rate: 1, baseMs: 5, baseRealMs: 5 })
    state.limitWindows.set('key', { openedAtMs: 1, count: 1 })
    expect(heard).toEqual([
      'counters rate hard',
      'counters rate hard',
      'clock it hard',
      'limit_windows key soft',
    ])
  })

  it('the state of an account throws an error if the clock or the wallet is read before it is set', () => {
    const state = new State(() => undefined)
    expect(() => state.clock.get()).toThrow(/clock was read before/)
    expect(() => state.wallet.get()).toThrow(/wallet was read before/)
  })

  it('the state of an account can be restored from its records', () => {
    const state = new State(() => undefined)
    state.counters.set('rate', 3)
    state.counters.set('label', 1)
    const entries = [...state.listEntries('acc_1')]
    expect(entries).toEqual([
      { account: 'acc_1', collection: 'counters', id: 'rate', json: '3' },
      { account: 'acc_1', collection: 'counters', id: 'label', json: '1' },
    ])
    const again = new State(() => undefined)
    for (const { collection, id, json } of entries) {
      again.findCollection(collection)?.load(id, json, () => JSON.parse(json ?? 'null'))
    }
    expect([...again.listEntries('acc_1')]).toEqual(entries)
  })
})
