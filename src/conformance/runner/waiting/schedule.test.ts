import { describe, expect, it } from 'vitest'
import { buildSampleRule } from '../../../../test/support/conformance/sample-rule.ts'
import type { ActiveRule, RuleId } from '../../rule.ts'
import { makeRequestRule } from '../../rules/support/active.ts'
import { needTime } from '../../target/need.ts'
import type { Outcome } from '../outcome.ts'
import type { EndedRule } from '../shared-account-run.ts'
import type { WaitedFor } from './adaptive-timeout.ts'
import { createDeferredRules, runInOrder } from './schedule.ts'
import { createSemaphore } from './semaphore.ts'

/** Returns the rules in the order in which they begin if they run one at a time on a shared account. */
async function runAndListOrder(
  rules: readonly ActiveRule[],
  waitMs: (rule: ActiveRule) => number = () => 0,
): Promise<readonly string[]> {
  const begun: string[] = []
  const work = async ({ id }: ActiveRule): Promise<void> => {
    begun.push(id)
  }
  await runInOrder(rules, {
    own: false,
    oneByOne: true,
    semaphore: createSemaphore(1, { lends: false }),
    waitMs,
    runRule: work,
  })
  return begun
}

describe('rules with separate accounts', () => {
  it('among rules with separate accounts, the rules with the longest delays begin first, then those that let time pass, then those with the most requests', async () => {
    const begun: string[] = []
    const rules = [
      buildSampleRule('A-1', { getWallet: 2 }),
      buildSampleRule('A-2', { getWallet: 40 }),
      buildSampleRule('A-3', { getWallet: 1 }, { needs: ['inbox'] }),
      buildSampleRule('A-4', { getWallet: 1 }, { delaysMs: 3_000 }),
      buildSampleRule('A-5', { getWallet: 1 }, { needs: [needTime(60_000)] }),
    ]
    await runInOrder(rules, {
      ...{ own: true, oneByOne: false, semaphore: createSemaphore(1), waitMs: () => 0 },
      runRule: async ({ id }) => void begun.push(id),
    })
    expect(begun).toEqual(['A-4', 'A-5', 'A-3', 'A-2', 'A-1'])
  })
})

describe('rules that share an account with a control protocol', () => {
  it('among rules on a shared account, those that use most of a rate limit begin first, and those that exhaust limits last', async () => {
    const rules = [
      buildSampleRule('A-1', { buyBatch: 12 }, { needs: ['load'] }),
      buildSampleRule('A-2', { getWallet: 3 }, { alone: true }),
      buildSampleRule('A-3', { createRates: 1 }),
      buildSampleRule('A-4', { createRates: 1, buyLabel: 2 }),
      buildSampleRule('A-5', { createRates: 1, createBatch: 1 }),
    ]
    expect(await runAndListOrder(rules)).toEqual(['A-5', 'A-4', 'A-3', 'A-2', 'A-1'])
  })

  it('among rules on a shared account, the rule with the shortest wait for rate limits begins first', async () => {
    const waits: Record<string, number> = { 'A-1': 900, 'A-2': 300, 'A-3': 0, 'A-4': 500 }
    const rules = [
      buildSampleRule('A-1', { createBatch: 1 }),
      buildSampleRule('A-2', { buyLabel: 1 }),
      buildSampleRule('A-3', { getWallet: 1 }),
      buildSampleRule('A-4', { getWallet: 2 }, { alone: true }),
    ]
    expect(await runAndListOrder(rules, ({ id }) => waits[id] ?? 0)).toEqual(['A-3', 'A-2', 'A-1', 'A-4'])
  })
})

const rule = (id: RuleId): ActiveRule =>
  makeRequestRule({
    id,
    judges: ['EVENTS-1'],
    title: 'It comes.',
    requests: {},
    run: async () => {},
  })

/** Creates the result of a rule that waited this long for a delivery that never came. */
function createEndedRule(
  id: RuleId,
  waitedMs: number | undefined,
  outcome: Partial<Outcome> = {},
): EndedRule {
  const failedWait =
    waitedMs === undefined ? {} : { failedWait: { what: 'event' as const, waitedMs, note: 'None came.' } }
  return { rule: rule(id), outcome: { status: 'failed', ...failedWait, ...outcome }, durationMs: 1 }
}

/** Returns which deferred rules end and which are repeated if a rule would now wait this long for a delivery. */
async function settleDeferred(
  all: readonly EndedRule[],
  {
    currentMs,
    signal = new AbortController().signal,
  }: { readonly currentMs: number; readonly signal?: AbortSignal },
): Promise<{ readonly end: readonly string[]; readonly repeat: readonly string[] }> {
  const asked: WaitedFor[] = []
  const tries = createDeferredRules({
    currentMs: (what) => {
      asked.push(what)
      return currentMs
    },
  })
  for (const each of all) expect(tries.deferIfWaitFailed(each)).toBe(true)
  const ended = { end: [] as string[], repeat: [] as string[] }
  await tries.finishAll({
    recordEndedRule: ({ rule: { id } }) => ended.end.push(id),
    repeat: async ({ id }) => {
      ended.repeat.push(id)
    },
    signal,
  })
  // A second `finishAll` must neither end nor repeat a rule.
  await tries.finishAll({
    recordEndedRule: () => expect.unreachable(),
    repeat: () => expect.unreachable(),
    signal,
  })
  expect(asked.every((what) => what === 'event')).toBe(true)
  return ended
}

describe('deferred rules', () => {
  it('a conformance run defers a rule that did not pass after the rule waited for a webhook delivery that never came', () => {
    const tries = createDeferredRules({ currentMs: () => 10_000 })
    expect(tries.deferIfWaitFailed(createEndedRule('A-001', undefined))).toBe(false)
    expect(tries.deferIfWaitFailed(createEndedRule('A-002', 100, { status: 'passed' }))).toBe(false)
    expect(tries.deferIfWaitFailed(createEndedRule('A-003', 100))).toBe(true)
    expect(tries.deferIfWaitFailed(createEndedRule('A-004', 100, { status: 'errored' }))).toBe(true)
  })

  it('a conformance run repeats a deferred rule only if the rule would now wait much longer for a webhook delivery', async () => {
    const kept = [
      createEndedRule('A-001', 250),
      createEndedRule('A-002', 1_000),
      createEndedRule('A-003', 667),
      createEndedRule('A-004', 666),
    ]
    expect(await settleDeferred(kept, { currentMs: 1_000 })).toEqual({
      end: ['A-002', 'A-003'],
      repeat: ['A-001', 'A-004'],
    })
  })

  it('a conformance run repeats no deferred rule after it is stopped', async () => {
    expect(
      await settleDeferred([createEndedRule('A-001', 250)], {
        currentMs: 30_000,
        signal: AbortSignal.abort(),
      }),
    ).toEqual({
      end: ['A-001'],
      repeat: [],
    })
  })

  it('a conformance run repeats all deferred rules in parallel before it continues', async () => {
    const tries = createDeferredRules({ currentMs: () => 10_000 })
    for (const id of ['A-001', 'A-002'] as const) tries.deferIfWaitFailed(createEndedRule(id, 100))
    const begun: (() => void)[] = []
    let isOver = false
    const settled = tries
      .finishAll({
        recordEndedRule: () => expect.unreachable(),
        repeat: () => new Promise((resolve) => begun.push(resolve)),
        signal: new AbortController().signal,
      })
      .then(() => {
        isOver = true
      })
    expect(begun).toHaveLength(2)
    begun[0]?.()
    await Promise.resolve()
    expect(isOver).toBe(false)
    begun[1]?.()
    await settled
    expect(isOver).toBe(true)
  })
})
