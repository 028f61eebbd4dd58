import { describe, expect, it } from 'vitest'
import { sampleRule } from '../../../test/support/sample-rule.ts'
import type { ActiveRule } from '../rule.ts'
import { runAll } from './rule-order.ts'
import { openSlots } from './slots.ts'

/** The rules in the order they began, one at a time on an account that is somebody's own. */
async function orderOf(
  rules: readonly ActiveRule[],
  waitMs: (rule: ActiveRule) => number = () => 0,
): Promise<readonly string[]> {
  const begun: string[] = []
  const work = async ({ id }: ActiveRule): Promise<void> => {
    begun.push(id)
  }
  await runAll(rules, { own: false, oneByOne: true, slots: openSlots(1, { lends: false }), waitMs, work })
  return begun
}

describe('rules that share an account with a control protocol', () => {
  it('begin with those that use most of the limits, and end with those that use them up', async () => {
    const rules = [
      sampleRule('A-1', { buyBatch: 12 }, { needs: ['load'] }),
      sampleRule('A-2', { getWallet: 3 }, { alone: true }),
      sampleRule('A-3', { createRates: 1 }),
      sampleRule('A-4', { createRates: 1, buyLabel: 2 }),
      sampleRule('A-5', { createRates: 1, createBatch: 1 }),
    ]
    expect(await orderOf(rules)).toEqual(['A-5', 'A-4', 'A-3', 'A-2', 'A-1'])
  })

  it('go first where they need not wait, else where they wait shortest', async () => {
    const waits: Record<string, number> = { 'A-1': 900, 'A-2': 300, 'A-3': 0, 'A-4': 500 }
    const rules = [
      sampleRule('A-1', { createBatch: 1 }),
      sampleRule('A-2', { buyLabel: 1 }),
      sampleRule('A-3', { getWallet: 1 }),
      sampleRule('A-4', { getWallet: 2 }, { alone: true }),
    ]
    expect(await orderOf(rules, ({ id }) => waits[id] ?? 0)).toEqual(['A-3', 'A-2', 'A-1', 'A-4'])
  })
})
