import { describe, expect, it } from 'vitest'
import { groupConcurrentSteps, openHistory } from '../../../../test/support/conformance/oracle-history.ts'
import { objectIn } from '../response-fields.ts'
import type { Burst } from '../step.ts'
import { allowEither, eraseMemoryType, ignoreStep, type Oracle } from './oracle.ts'
import { listBurstStates, openOracleRunner } from './oracle-runner.ts'

/**
 * An oracle (a check of a walk's responses) that counts responses, and reports a response that shows another count
 * than the oracle's. A lost response may count or not.
 */
const countingOracle: Oracle<number> = {
  group: 'EXPL-999',
  start: 0,
  judge: (count, step) => {
    if (step.kind !== 'call') return ignoreStep(count)
    if (step.answer === undefined) return allowEither(count, count + 1)
    const shownCount = objectIn(step.answer.json, 'wallet')?.['count']
    const next = count + 1
    const isWrong = shownCount !== undefined && shownCount !== next
    const finding = {
      statement: 'STATES-1',
      expected: `${next}`,
      seen: `${shownCount}`,
      why: 'it counts',
    } as const
    return { memories: [next], findings: isWrong ? [finding] : [], judged: shownCount === undefined ? 0 : 1 }
  },
}

const respondWithCount = (count: number) => ({ json: { wallet: { count } } })

/** Returns the findings of the counting oracle for concurrent requests with these counts. */
const checkConcurrentCounts = (...counts: readonly number[]) => {
  const history = openHistory()
  const steps = counts.map((count) => history.call('getWallet', { answer: respondWithCount(count) }))
  return openOracleRunner([eraseMemoryType(countingOracle)]).check(groupConcurrentSteps(...steps))
}

describe('the oracle runner', () => {
  it('the oracle runner reports a finding once, with its step', () => {
    const history = openHistory()
    const runner = openOracleRunner([eraseMemoryType(countingOracle)])
    const found = [respondWithCount(1), respondWithCount(3), respondWithCount(9)].flatMap((answer) =>
      runner.check(history.call('getWallet', { answer })),
    )
    expect(found).toMatchObject([{ group: 'EXPL-999', expected: '2', seen: '3', step: { id: 's2' } }])
    expect(runner.judged.get('EXPL-999')).toBe(2)
  })

  it('the oracle runner keeps every state that the service may be in, and reports a response that fits none of these states', () => {
    for (const [count, wrong] of [
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 1],
    ] as const) {
      const history = openHistory()
      const runner = openOracleRunner([eraseMemoryType(countingOracle)])
      const lost = [history.call('getWallet', { answer: null }), history.call('getWallet', { answer: null })]
      const found = [...lost, history.call('getWallet', { answer: respondWithCount(count) })].flatMap(
        (step) => runner.check(step),
      )
      expect(found).toHaveLength(wrong)
    }
  })

  it('the oracle runner accepts concurrent requests if one order of them is correct', () => {
    expect(checkConcurrentCounts(3, 1, 2)).toEqual([])
    expect(checkConcurrentCounts(2, 2)).toHaveLength(1)
  })

  it('the oracle runner tries every order of eight concurrent requests', () => {
    expect(checkConcurrentCounts(8, 7, 6, 5, 4, 3, 2, 1)).toEqual([])
    expect(checkConcurrentCounts(7, 6, 5, 4, 3, 2, 1, 9)).toMatchObject([{ seen: '9' }])
  })

  it('if lost responses leave too many possible states of the service, the oracle runner stops the oracle and reports no finding', () => {
    const history = openHistory()
    const runner = openOracleRunner([eraseMemoryType(countingOracle)])
    for (let lost = 0; lost < 60; lost += 1) runner.check(history.call('getWallet', { answer: null }))
    expect(runner.check(history.call('getWallet', { answer: respondWithCount(1_000) }))).toEqual([])
    expect([...runner.lost]).toEqual(['EXPL-999'])
  })
})

const history = openHistory()

function createBurst(
  ...lanes: readonly (readonly (readonly [sentMs: number, answeredMs: number])[])[]
): Burst {
  return {
    id: 's999',
    lanes: lanes.map((lane) =>
      lane.map(([sentMs, answeredMs]) => ({ step: history.call('getWallet'), sentMs, answeredMs })),
    ),
  }
}

/** Lists all orders of concurrent requests that `listBurstStates` allows. */
function listOrders(each: Burst): readonly (readonly string[])[] {
  const states = new Map(listBurstStates(each).map((state) => [state.name, state]))
  const ordersFrom = (name: string): readonly (readonly string[])[] => {
    const next = states.get(name)?.next ?? []
    return next.length === 0
      ? [[]]
      : next.flatMap(({ step, to }) => ordersFrom(to).map((rest) => [step.id, ...rest]))
  }
  return ordersFrom(each.lanes.map(() => 0).join(' '))
}

describe('listBurstStates', () => {
  it('listBurstStates lists every order of concurrent requests if all of them overlap', () => {
    const orders = listOrders(createBurst([[0, 9]], [[0, 9]], [[0, 9]], [[0, 9]]))
    expect(new Set(orders.map((order) => order.join(' '))).size).toBe(24)
  })

  it('listBurstStates keeps the order of requests that one client sent one after another', () => {
    const both = createBurst(
      [
        [0, 9],
        [0, 9],
      ],
      [[0, 9]],
    )
    const [first = '', second = ''] = (both.lanes[0] ?? []).map(({ step }) => step.id)
    const orders = listOrders(both)
    expect(orders).toHaveLength(3)
    for (const ids of orders) expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  })

  it('listBurstStates never puts a request before another one whose response came before it was sent', () => {
    expect(listOrders(createBurst([[0, 1]], [[2, 3]]))).toHaveLength(1)
    expect(listOrders(createBurst([[0, 2]], [[1, 3]]))).toHaveLength(2)
  })

  it('listBurstStates lists each state that concurrent requests can reach once, before the states that follow from this state', () => {
    const states = listBurstStates(createBurst(...Array.from({ length: 6 }, () => [[0, 9] as const])))
    expect(states).toHaveLength(64)
    const place = new Map(states.map(({ name }, index) => [name, index]))
    for (const [index, { next }] of states.entries()) {
      for (const { to } of next) expect(place.get(to)).toBeGreaterThan(index)
    }
  })
})
