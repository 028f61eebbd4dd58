import { describe, expect, it } from 'vitest'
import { anyJudge, type Judge } from './judge.ts'
import { either, verdict } from './judgement.ts'
import { atOnce, toldHistory } from './judges/told-history.ts'
import { openPanel } from './panel.ts'
import { objectIn } from './reading.ts'

/** Counts good answers, and holds each that says a count to it; one that is lost may count or not. */
const counting: Judge<number> = {
  group: 'EXPL-999',
  start: 0,
  after: (count, step) => {
    if (step.kind !== 'call') return verdict(count, { findings: [], judged: 0 })
    if (step.answer === undefined) return either(count, count + 1)
    const said = objectIn(step.answer.json, 'told')?.['count']
    const next = count + 1
    const isWrong = said !== undefined && said !== next
    const finding = { statement: 'STATES-1', expected: `${next}`, seen: `${said}`, why: 'it counts' } as const
    return verdict(next, { findings: isWrong ? [finding] : [], judged: said === undefined ? 0 : 1 })
  },
}

const says = (count: number) => ({ json: { told: { count } } })

describe('a panel', () => {
  it('says what is wrong once, and at which step', () => {
    const told = toldHistory()
    const panel = openPanel([anyJudge(counting)])
    const found = [says(1), says(3), says(9)].flatMap((answer) =>
      panel.judge(told.call('getWallet', { answer })),
    )
    expect(found).toMatchObject([{ group: 'EXPL-999', expected: '2', seen: '3', step: { id: 's2' } }])
    expect(panel.judged.get('EXPL-999')).toBe(2)
  })

  it('goes on with all that is possible, and finds what fits none of it', () => {
    for (const [count, wrong] of [
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 1],
    ] as const) {
      const told = toldHistory()
      const panel = openPanel([anyJudge(counting)])
      const lost = [told.call('getWallet', { answer: null }), told.call('getWallet', { answer: null })]
      const found = [...lost, told.call('getWallet', { answer: says(count) })].flatMap((step) =>
        panel.judge(step),
      )
      expect(found).toHaveLength(wrong)
    }
  })

  it('takes a burst for right where one order is', () => {
    const run = (...counts: readonly number[]) => {
      const told = toldHistory()
      const steps = counts.map((count) => told.call('getWallet', { answer: says(count) }))
      return openPanel([anyJudge(counting)]).judge(atOnce(...steps))
    }
    expect(run(3, 1, 2)).toEqual([])
    expect(run(2, 2)).toHaveLength(1)
  })

  it('tries every order of many at once', () => {
    const run = (...counts: readonly number[]) => {
      const told = toldHistory()
      const steps = counts.map((count) => told.call('getWallet', { answer: says(count) }))
      return openPanel([anyJudge(counting)]).judge(atOnce(...steps))
    }
    expect(run(8, 7, 6, 5, 4, 3, 2, 1)).toEqual([])
    expect(run(7, 6, 5, 4, 3, 2, 1, 9)).toMatchObject([{ seen: '9' }])
  })

  it('falls silent where too much is possible', () => {
    const told = toldHistory()
    const panel = openPanel([anyJudge(counting)])
    for (let lost = 0; lost < 60; lost += 1) panel.judge(told.call('getWallet', { answer: null }))
    expect(panel.judge(told.call('getWallet', { answer: says(1_000) }))).toEqual([])
    expect([...panel.lost]).toEqual(['EXPL-999'])
  })
})
