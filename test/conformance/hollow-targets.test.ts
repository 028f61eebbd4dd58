import { describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { exitStatusOf } from '../../src/conformance/reporting/exit-status.ts'
import { tryHollowTarget } from '../../src/conformance/selftest/hollow-run.ts'
import { hollowTargets } from '../../src/conformance/selftest/hollow-targets.ts'
import { unclearFindings } from './words.ts'

describe('a target that does nothing of what the service does', () => {
  it.each(hollowTargets.map((target) => [target.what, target] as const))(
    'passes no rule: %s',
    async (_, target) => {
      const { passed, report } = await tryHollowTarget(target, { rules })
      expect(passed).toEqual([])
      expect(exitStatusOf(report)).not.toBe(0)
      expect(report.rules).toHaveLength(rules.length)
      expect(unclearFindings(report.rules)).toEqual([])
    },
    60_000,
  )
})
