import { describe, expect, it } from 'vitest'
import { atOnce, toldHistory } from '../../../../test/support/oracle-history.ts'
import { objectIn } from '../response-fields.ts'
import type { Burst } from '../step.ts'
import { anyJudge, either, type Judge, verdict } from './oracle.ts'
import { openPanel, stretchesOf } from './oracle-runner.ts'

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

const told = toldHistory()

function burst(...lanes: readonly (readonly (readonly [sentMs: number, answeredMs: number])[])[]): Burst {
  return {
    id: 's999',
    lanes: lanes.map((lane) =>
      lane.map(([sentMs, answeredMs]) => ({ step: told.call('getWallet'), sentMs, answeredMs })),
    ),
  }
}

/** The orders that the ways through a burst are. */
function ordersOf(each: Burst): readonly (readonly string[])[] {
  const stretches = new Map(stretchesOf(each).map((stretch) => [stretch.name, stretch]))
  const from = (name: string): readonly (readonly string[])[] => {
    const next = stretches.get(name)?.next ?? []
    return next.length === 0
      ? [[]]
      : next.flatMap(({ step, to }) => from(to).map((rest) => [step.id, ...rest]))
  }
  return from(each.lanes.map(() => 0).join(' '))
}

describe('the orders of a burst', () => {
  it('are all of them where everything was under way at once', () => {
    const orders = ordersOf(burst([[0, 9]], [[0, 9]], [[0, 9]], [[0, 9]]))
    expect(new Set(orders.map((order) => order.join(' '))).size).toBe(24)
  })

  it('keep what is in one lane', () => {
    const both = burst(
      [
        [0, 9],
        [0, 9],
      ],
      [[0, 9]],
    )
    const [first = '', second = ''] = (both.lanes[0] ?? []).map(({ step }) => step.id)
    const orders = ordersOf(both)
    expect(orders).toHaveLength(3)
    for (const ids of orders) expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  })

  it('keep what was answered before another was sent', () => {
    expect(ordersOf(burst([[0, 1]], [[2, 3]]))).toHaveLength(1)
    expect(ordersOf(burst([[0, 2]], [[1, 3]]))).toHaveLength(2)
  })

  it('have in common what comes of the same steps, and each comes before what follows from it', () => {
    const stretches = stretchesOf(burst(...Array.from({ length: 6 }, () => [[0, 9] as const])))
    expect(stretches).toHaveLength(64)
    const place = new Map(stretches.map(({ name }, index) => [name, index]))
    for (const [index, { next }] of stretches.entries()) {
      for (const { to } of next) expect(place.get(to)).toBeGreaterThan(index)
    }
  })
})
