import { operationNames, operationOf } from '../http/operation.ts'
import type { Report } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { runSuite } from '../runner/run.ts'
import type { ProfileInput } from '../target/profile.ts'
import { openStubTarget, type StubTarget } from './stub-targets.ts'

/** A target profile for services without rate limits. By default, a run respects the documented limits and waits for them. */
export const profileWithoutLimits: ProfileInput = {
  limits: Object.fromEntries(operationNames.map((name) => [operationOf(name).endpoint, 1_000_000])),
}

/** The result of running the rules on a stub target (a server that gives every request the same response). */
export interface StubResult {
  readonly target: StubTarget
  /** The rules that passed on the stub target. There must be none, as it is no shipping service. */
  readonly passed: readonly string[]
  readonly report: Report
}

/**
 * Runs the rules against a stub target (a server that gives every request the same response), with all permissions,
 * so that no rule is skipped for a missing permission.
 */
export async function runRulesOnStubTarget(
  target: StubTarget,
  { rules }: { readonly rules: readonly Rule[] },
): Promise<StubResult> {
  const served = await openStubTarget(target)
  try {
    const buildKey = (environment: string, digit: string): string => `pr_${environment}_${digit.repeat(32)}`
    const { report } = await runSuite(
      {
        baseUrl: served.url,
        key: buildKey('test', 'a'),
        liveKey: buildKey('live', 'b'),
        limitedKey: buildKey('test', 'c'),
        revokedKey: buildKey('test', 'd'),
        expiredKey: buildKey('test', 'e'),
        webhookListen: '127.0.0.1:0',
        webhookSecret: `whsec_${'f'.repeat(32)}`,
        allowSpend: true,
        allowLoad: true,
        trustSandbox: true,
        timeoutMs: 400,
        deliveryPatienceMs: 50,
        throttlePatienceMs: 0,
        profile: profileWithoutLimits,
      },
      rules,
    )
    return {
      target,
      passed: report.rules.filter(({ status }) => status === 'passed').map(({ id }) => id),
      report,
    }
  } finally {
    await served.close()
  }
}
