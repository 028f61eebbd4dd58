import { describe, expect, it } from 'vitest'
import { BadInput } from '../bad-input.ts'
import { readWalks } from './walk-script.ts'

const steps = [
  { id: 's1', action: { do: 'call', client: 'a', key: 'test', operation: 'getWallet' } },
  {
    id: 's4',
    lanes: [[{ id: 's2', action: { do: 'call', client: 'b', key: 'live', operation: 'getWallet' } }]],
  },
]
const walk = { format: 'walk/1', suite: '1.0.0', seed: 'x/3', breaks: 'EXPL-001 STATES-6 getWallet 2', steps }

describe('a walk as data', () => {
  it('readWalks reads a random walk from a walk file or from a report', () => {
    const read = [{ seed: 'x/3', rule: 'EXPL-001', steps }]
    expect(readWalks(JSON.stringify(walk))).toEqual(read)
    const rules = [{ walk: null }, { walk: { script: JSON.stringify(walk) } }]
    expect(readWalks(JSON.stringify({ rules }))).toEqual(read)
  })

  it.each([
    ['not JSON', 'a walk'],
    ['a walk of an unknown format', JSON.stringify({ ...walk, format: 'walk/9' })],
    ['a walk with invalid steps', JSON.stringify({ ...walk, steps: [{ id: 's1' }] })],
    ['a report without walks', JSON.stringify({ rules: [{ walk: null }] })],
  ])('readWalks refuses a text that is %s', (_, text) => {
    expect(() => readWalks(text)).toThrow(BadInput)
  })
})
