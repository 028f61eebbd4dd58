import { describe, expect, it } from 'vitest'
import { isObject } from '../../src/conformance/http/fields.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import type { Alteration } from '../../src/conformance/proof/mutant.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { jsonOf, readLabelId, withSignedBody } from '../../src/variations/wire.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()

const runAgainst = async (alteration: Alteration, options: Partial<ConformanceOptions>) => {
  const service = await openAlteredService(simulator.url, alteration)
  try {
    return (await runSuite({ baseUrl: service.baseUrl, ...options })).report
  } finally {
    await service.close()
  }
}

describe('a conformance run that waits for webhook events', () => {
  const only = ['HOOK-0*', 'LOG-0*']
  const nameless: Alteration = {
    webhook: (delivery) => {
      const json = jsonOf(delivery)
      if (!isObject(json)) return undefined
      return [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...json, data: {} })))]
    },
  }
  const runWithShortTimeout = (alteration: Alteration) =>
    runAgainst(alteration, { only, deliveryPatienceMs: 3_000, concurrency: 2 })

  it('a conformance run soon stops waiting for webhook events if the target sends none, and only HOOK-001 reports the missing events', async () => {
    const { rules, duration_ms } = await runWithShortTimeout({ webhook: () => [] })
    const waiting = rules.filter(({ expected }) => expected?.startsWith('an event for'))
    expect(waiting.length).toBeGreaterThan(30)
    expect(new Set(waiting.map(({ actual }) => actual))).toEqual(new Set(['no event']))
    // If every rule waited for its timeout of a second, two at a time, the run would take 17 seconds.
    expect(duration_ms).toBeLessThan(12_000)
    const own = waiting.filter(({ because }) => because === null)
    expect(own).toMatchObject([{ id: 'HOOK-001', reason: expect.stringMatching(/^No event came within /) }])
    // These rules need no event: one reads a log, and one requests an endpoint that does not exist.
    const passed = rules.filter(({ status }) => status === 'passed').map(({ id }) => id)
    expect(passed).toEqual(['HOOK-031', 'LOG-001'])
  })

  it('if a target sends no webhook events, conformance rules about batches name HOOK-001 as the cause of their failure', async () => {
    const batches = ['BATCH-020', 'BATCH-106'] as const
    const none: Alteration = { webhook: () => [] }
    const report = await runAgainst(none, {
      only: ['HOOK-001', 'HOOK-002', ...batches],
      deliveryPatienceMs: 600,
    })
    const of = report.rules.map(({ id, status, because }) => [id, status, because])
    expect(of).toContainEqual(['HOOK-001', 'failed', null])
    for (const id of batches) expect(of).toContainEqual([id, 'errored', 'HOOK-001'])
    expect(report.causes.map(({ title }) => title)).toEqual(['No webhook event comes after a purchase'])
  })

  it('a conformance run soon stops waiting for webhook events if the events have no id, and only HOOK-005 reports the missing id', async () => {
    const { rules, duration_ms } = await runWithShortTimeout(nameless)
    const waiting = rules.filter(({ expected }) => expected?.startsWith('an event for'))
    expect(waiting.length).toBeGreaterThan(30)
    // Only one rule fails for a reason of its own. The others name this rule as the cause.
    const own = waiting.filter(({ because }) => because === null)
    expect(own).toMatchObject([{ id: 'HOOK-005', reason: expect.stringMatching(/^No event came within /) }])
    expect(new Set(waiting.map(({ because }) => because))).toEqual(new Set([null, 'HOOK-005']))
    // A rule that waits until the timeout takes at least a second.
    expect(waiting.filter(({ duration_ms: ownMs }) => ownMs < 1_000).length).toBeGreaterThan(15)
    const what = '1 event without data.id, so their label is unknown'
    expect(waiting.filter(({ actual }) => actual === what).length).toBeGreaterThan(20)
    expect(duration_ms).toBeLessThan(12_000)
  })
})

it('if a target never repeats a webhook delivery, a conformance run names HOOK-102 as the cause of all failures', async () => {
  const seen = new Set<string>()
  const once: Alteration = {
    webhook: (delivery) => {
      const isFirst = !seen.has(readLabelId(delivery))
      seen.add(readLabelId(delivery))
      return isFirst ? undefined : []
    },
  }
  const report = await runAgainst(once, { only: ['HOOK-1*'], deliveryPatienceMs: 600 })
  const red = report.rules.filter(({ status }) => status === 'failed' || status === 'errored')
  expect(red.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual(['HOOK-102'])
  expect(red.length).toBeGreaterThan(15)
  expect(report.causes).toMatchObject([
    {
      title: 'Attempt 2 of a failed delivery does not arrive in time',
      failed: 1,
      errored: red.length - 1,
    },
  ])
})

it('a conformance run passes if every webhook event comes 0.7 s late', async () => {
  const seen = new Map<string, number>()
  const late: Alteration = {
    webhook: async (delivery) => {
      const label = readLabelId(delivery)
      seen.set(label, (seen.get(label) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 700))
      return undefined
    },
  }
  // For events that come so late, a third of the timeout is too short, and the whole timeout is enough.
  const options = { only: ['HOOK-00*', 'RATE-102'], deliveryPatienceMs: 1_800 }
  const { summary } = await runAgainst(late, options)
  expect(summary).toMatchObject({ passed: summary.total })
  expect(seen.size).toBeGreaterThan(summary.total)
})

it('a conformance run sends more requests at the same time if the target is slow', async () => {
  let inFlight = 0
  let most = 0
  const slow: Alteration = {
    request: async () => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await new Promise((resolve) => setTimeout(resolve, 800))
      inFlight -= 1
      return undefined
    },
  }
  const { summary } = await runAgainst(slow, { only: ['RATE-0*', 'ADDR-*'] })
  expect(summary).toMatchObject({ passed: summary.total })
  expect(summary.total).toBeGreaterThan(20)
  // A run starts with six requests at a time, and sends more at a time if responses are slow.
  expect(most).toBeGreaterThan(9)
})
