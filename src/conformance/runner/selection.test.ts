import { describe, expect, it } from 'vitest'
import { rules } from '../catalogue.ts'
import { selectRules } from './selection.ts'

const [first] = rules
const all = rules.map(({ id }) => id)
const selectIds = (options: Parameters<typeof selectRules>[1]) =>
  selectRules(rules, options).map(({ id }) => id)

describe('selectRules', () => {
  it('selectRules selects all rules if no options are given', () => {
    expect(selectIds({})).toEqual(all)
  })

  it('selectRules matches a pattern with many stars in linear time', () => {
    const before = process.cpuUsage()
    for (const pattern of [`${'*A'.repeat(30)}*B`, `R${'*'.repeat(60)}Z`, `*${'A*'.repeat(200)}!`]) {
      expect(() => selectIds({ only: [pattern] })).toThrow(/no rule matches/)
    }
    expect(selectIds({ only: ['*****-***1'] })).toEqual(all.filter((id) => id.endsWith('1')))
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
  })

  it('selectRules matches ids and patterns in any letter case', () => {
    expect(selectIds({ only: [first?.id.toLowerCase() ?? ''] })).toEqual([first?.id])
    const area = first?.id.split('-')[0] ?? ''
    expect(selectIds({ only: [`${area}-*`] })).toEqual(all.filter((id) => id.startsWith(`${area}-`)))
    expect(selectIds({ skip: [`${area}-*`] })).toEqual(all.filter((id) => !id.startsWith(`${area}-`)))
  })

  it('selectRules matches a dot in a pattern only with a dot', () => {
    expect(() => selectIds({ only: [first?.id.replace('-', '.') ?? ''] })).toThrow(/no rule matches/)
  })

  it('selectRules divides all rules among shards of similar size', () => {
    const parts = [1, 2, 3].map((index) => selectIds({ shard: { index, count: 3 } }))
    expect(parts.flat().sort()).toEqual([...all].sort())
    for (const part of parts) expect(part.length).toBeGreaterThan(all.length / 6)
  })

  it('selectRules keeps all rules about random walks in one shard, because these rules share the walks', () => {
    const walking = rules.flatMap((rule) => (rule.kind === 'active' && rule.explores ? [rule.id] : []))
    for (const count of [2, 3, 12]) {
      const parts = Array.from({ length: count }, (_, at) => selectIds({ shard: { index: at + 1, count } }))
      const shares = parts.map((part) => part.filter((id) => walking.includes(id)))
      expect(shares.filter((share) => share.length > 0)).toEqual([walking])
    }
  })

  it('selectRules leaves a rule in its shard if the user skips another rule', () => {
    const before = selectIds({ shard: { index: 1, count: 2 } })
    const after = selectRules(rules.slice(1), { shard: { index: 1, count: 2 } }).map(({ id }) => id)
    expect(after).toEqual(before.filter((id) => id !== first?.id))
  })
})
