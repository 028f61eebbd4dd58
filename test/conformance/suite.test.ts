import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import type { FinishedRun } from '../../src/conformance/options.ts'
import { run } from '../../src/conformance/run.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'

describe('the suite against the built simulator', () => {
  let simulator: ServedSimulator
  let finished: FinishedRun
  beforeAll(async () => {
    simulator = await serveSimulator()
    finished = await run({ baseUrl: simulator.url })
  }, 120_000)
  afterAll(() => simulator.stop())

  it('passes every rule, and skips none', () => {
    const others = finished.report.rules
      .filter(({ status }) => status !== 'passed')
      .map(({ id, status, reason, expected, actual, exchanges }) => {
        const last = exchanges.at(-1)
        return { id, status, reason, expected, actual, last: last?.curl, body: last?.response?.body }
      })
    expect(others).toEqual([])
    expect(finished.report.stopped).toBeNull()
    expect(finished.report.leftovers).toEqual([])
  })

  it('asks no more of a service than its plan says', () => {
    for (const rule of rules) {
      if (rule.kind !== 'active') continue
      for (const [operation, count] of finished.sent.get(rule.id) ?? []) {
        const declared = Object.entries(rule.requests).find(([name]) => name === operation)?.[1] ?? 0
        expect(count, `${rule.id}: requests.${operation}`).toBeLessThanOrEqual(declared)
      }
    }
  })
})
