import { afterEach } from 'vitest'
import type { ConformanceOptions } from '../../../src/conformance/options.ts'
import type { Rule } from '../../../src/conformance/rule.ts'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import { openToyTarget, type ToyTarget, testKey } from './toy-target.ts'

/** Opens small targets (toy-target.ts) for the tests of a file, and closes each after its test. */
export function useToyTargets(): typeof openToyTarget {
  const open: ToyTarget[] = []
  afterEach(async () => {
    for (const target of open.splice(0)) await target.close()
  })
  return async (...options) => {
    const opened = await openToyTarget(...options)
    open.push(opened)
    return opened
  }
}

/** Returns the report of a run of these rules against a small target at the URL. */
export const runToyRules = async (
  url: string,
  rules: readonly Rule[],
  options: Partial<ConformanceOptions> = {},
) => (await runSuite({ baseUrl: url, key: testKey, control: 'off', ...options }, rules)).report

/** The body of a rates response. */
export const rates = {
  rates: ['rate_1', 'rate_2', 'rate_3'].map((id) => ({
    id,
    carrier: 'UPS',
    service: 'Ground',
    rate_cents: 900,
  })),
}
