import { describe, expect, it } from 'vitest'
import { atOnce, judgedOn, toldHistory } from './told-history.ts'
import { wallets } from './wallets.ts'

const rates = {
  json: {
    rates: [
      { id: 'rate_1', rate_cents: 700 },
      { id: 'rate_2', rate_cents: 900 },
    ],
  },
}
const full = { kind: 'wallet set', change: { balance_cents: 10_000, auto_reload: null } } as const
const bought = (cents: number, left: number) => ({
  status: 201,
  json: { id: 'lbl_1', rate_cents: cents, wallet_balance_after_cents: left },
})

describe('the judge of wallets', () => {
  it('finds nothing where live purchases take what they cost', () => {
    const told = toldHistory()
    const steps = [
      told.control(full),
      told.call('createRates', { key: 'live', answer: rates }),
      told.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' }, answer: bought(700, 9_300) }),
      told.call('getWallet', { key: 'live', answer: { json: { balance_cents: 9_300 } } }),
    ]
    expect(judgedOn(wallets, steps)).toMatchObject({ findings: [] })
  })

  it('finds a cent too much', () => {
    const told = toldHistory()
    const steps = [
      told.control(full),
      told.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' }, answer: bought(700, 9_299) }),
    ]
    expect(judgedOn(wallets, steps).findings).toMatchObject([
      {
        group: 'EXPL-001',
        statement: 'STATES-6',
        expected: expect.stringContaining('9300'),
        step: { id: 's2' },
      },
    ])
  })

  it('finds what a purchase in the sandbox has taken', () => {
    const told = toldHistory()
    const steps = [
      told.control(full),
      told.call('buyLabel', { key: 'test', body: { rate_id: 'rate_1' }, answer: bought(700, 5) }),
      told.call('getWallet', { key: 'live', answer: { json: { balance_cents: 9_300 } } }),
    ]
    expect(judgedOn(wallets, steps).findings).toHaveLength(1)
  })

  it('goes on with both where an answer was lost, until the wallet tells', () => {
    for (const [left, count] of [
      [10_000, 0],
      [9_300, 0],
      [9_000, 1],
    ]) {
      const told = toldHistory()
      const steps = [
        told.control(full),
        told.call('createRates', { key: 'live', answer: rates }),
        told.call('buyLabel', { key: 'live', body: { rate_id: 'rate_1' }, answer: null }),
        told.call('getWallet', { key: 'live', answer: { json: { balance_cents: left } } }),
      ]
      expect(judgedOn(wallets, steps).findings).toHaveLength(count ?? 0)
    }
  })

  it('takes any order of what was sent at once, and no cent is lost in it', () => {
    const run = (first: number, second: number) => {
      const told = toldHistory()
      const start = told.control(full)
      const one = told.call('buyLabel', { key: 'live', answer: bought(700, first) })
      const other = told.call('buyLabel', { key: 'live', answer: bought(900, second) })
      return judgedOn(wallets, [start, atOnce(one, other)]).findings
    }
    expect(run(9_300, 8_400)).toEqual([])
    expect(run(8_400, 9_100)).toEqual([])
    expect(run(9_300, 9_100)).toHaveLength(1)
  })
})
