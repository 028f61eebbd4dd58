import { describe, expect, it } from 'vitest'
import { ChangeLog } from './change-log.ts'
import { isAccountRemoval } from './journal.ts'

const createChange = (id: string, weight: 'hard' | 'soft' = 'hard') => ({ collection: 'labels', id, weight })
const read = (account: string, collection: string, id: string) => `${account}/${collection}/${id}`

const drainEntries = (changes: ChangeLog) =>
  changes.drain(read).map((entry) => (isAccountRemoval(entry) ? `${entry.account} is gone` : entry.json))

describe('the log of changes that are not yet stored', () => {
  it('a change log returns each changed record once and is empty afterwards', () => {
    const changes = new ChangeLog()
    for (const id of ['a', 'b', 'a']) changes.add('acme', createChange(id))
    changes.add('other', createChange('a'))
    expect(drainEntries(changes)).toEqual(['acme/labels/a', 'acme/labels/b', 'other/labels/a'])
    expect(drainEntries(changes)).toEqual([])
    expect(changes.hasHardChanges).toBe(false)
  })

  it('a change log returns new accounts before their records', () => {
    const changes = new ChangeLog()
    changes.add('acme', createChange('a'))
    changes.add('', { collection: 'accounts', id: 'acme', weight: 'hard' })
    expect(drainEntries(changes)).toEqual(['/accounts/acme', 'acme/labels/a'])
  })

  it('a change log drops the records of a deleted account, but not those of a new account with the same id', () => {
    const changes = new ChangeLog()
    changes.add('acme', createChange('old'))
    changes.removeAccount('acme')
    changes.add('acme', createChange('new'))
    expect(drainEntries(changes)).toEqual(['acme is gone', 'acme/labels/new'])
    expect(drainEntries(changes)).toEqual([])
  })

  it('a change log needs no commit if only rate limits changed, and includes the rate limits in the next commit', () => {
    const changes = new ChangeLog()
    changes.add('acme', { collection: 'limit_windows', id: 'key', weight: 'soft' })
    expect(changes.hasHardChanges).toBe(false)
    changes.add('acme', createChange('a'))
    expect(changes.hasHardChanges).toBe(true)
    expect(drainEntries(changes)).toEqual(['acme/limit_windows/key', 'acme/labels/a'])
  })

  it('a change log needs a commit when an account is deleted', () => {
    const changes = new ChangeLog()
    changes.removeAccount('acme')
    expect(changes.hasHardChanges).toBe(true)
  })

  it('a change log returns the latest value of a changed record, and null for a deleted one', () => {
    const changes = new ChangeLog()
    changes.add('acme', createChange('a'))
    expect(changes.drain(() => null)).toMatchObject([
      { account: 'acme', collection: 'labels', id: 'a', json: null },
    ])
  })
})
