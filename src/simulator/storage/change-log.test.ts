import { describe, expect, it } from 'vitest'
import { ChangeLog } from './change-log.ts'
import { isAccountGone } from './journal.ts'

const label = (id: string, weight: 'hard' | 'soft' = 'hard') => ({ collection: 'labels', id, weight })
const read = (account: string, collection: string, id: string) => `${account}/${collection}/${id}`

const drained = (changes: ChangeLog) =>
  changes.drain(read).map((entry) => (isAccountGone(entry) ? `${entry.account} is gone` : entry.json))

describe('a change log', () => {
  it('tells each record that changed once, and is empty afterwards', () => {
    const changes = new ChangeLog()
    for (const id of ['a', 'b', 'a']) changes.add('acme', label(id))
    changes.add('other', label('a'))
    expect(drained(changes)).toEqual(['acme/labels/a', 'acme/labels/b', 'other/labels/a'])
    expect(drained(changes)).toEqual([])
    expect(changes.hasHardChanges).toBe(false)
  })

  it('tells which accounts there are before what they have', () => {
    const changes = new ChangeLog()
    changes.add('acme', label('a'))
    changes.add('', { collection: 'accounts', id: 'acme', weight: 'hard' })
    expect(drained(changes)).toEqual(['/accounts/acme', 'acme/labels/a'])
  })

  it('forgets what an account that is gone had, and keeps what a new one of its name has', () => {
    const changes = new ChangeLog()
    changes.add('acme', label('old'))
    changes.removeAccount('acme')
    changes.add('acme', label('new'))
    expect(drained(changes)).toEqual(['acme is gone', 'acme/labels/new'])
    expect(drained(changes)).toEqual([])
  })

  it('presses for no change that no answer promises, but keeps it with the next', () => {
    const changes = new ChangeLog()
    changes.add('acme', { collection: 'limit_windows', id: 'key', weight: 'soft' })
    expect(changes.hasHardChanges).toBe(false)
    changes.add('acme', label('a'))
    expect(changes.hasHardChanges).toBe(true)
    expect(drained(changes)).toEqual(['acme/limit_windows/key', 'acme/labels/a'])
  })

  it('presses when an account goes', () => {
    const changes = new ChangeLog()
    changes.removeAccount('acme')
    expect(changes.hasHardChanges).toBe(true)
  })

  it('tells of a record as it stands when asked, and of one that is gone by null', () => {
    const changes = new ChangeLog()
    changes.add('acme', label('a'))
    expect(changes.drain(() => null)).toMatchObject([
      { account: 'acme', collection: 'labels', id: 'a', json: null },
    ])
  })
})
