import { describe, expect, it } from 'vitest'
import { createRuleResult } from '../../../../test/support/conformance/report-builder.ts'
import { rules } from '../../catalogue.ts'
import type { Cause } from '../../http/cause.ts'
import { groupByCause } from '../../report/causes.ts'
import { attributeFailures } from '../../report/failure-attribution.ts'
import type { RuleId } from '../../rule.ts'
import { describeSignatureForm } from './event-signature.ts'

const hex = 'd0c0'.repeat(16)

describe('a wrong PR-Signature', () => {
  it.each([
    [`sha256=${hex.toUpperCase()}`, '64 hexadecimal digits in upper case'],
    [
      `sha256=${hex.slice(32)}${hex.slice(32).toUpperCase()}`,
      '64 hexadecimal digits in upper and lower case',
    ],
    [hex, '64 hexadecimal digits without sha256= before them'],
    [hex.toUpperCase(), '64 hexadecimal digits in upper case without sha256= before them'],
    [`sha256=${hex.slice(24)}`, '40 hexadecimal digits'],
    [`sha1=${hex.slice(24)}`, '40 hexadecimal digits behind sha1='],
    [`SHA256=${hex}`, '64 hexadecimal digits behind SHA256='],
    [
      `sha256=${Buffer.from(hex, 'hex').toString('base64')}`,
      '44 characters that are not all hexadecimal digits, as in base64',
    ],
    ['sha256=', '0 characters that are not all hexadecimal digits'],
    ['t=1, v1=x', '7 characters that are not all hexadecimal digits behind t='],
  ])('describeSignatureForm describes a malformed signature without its digits: %s', (signature, words) => {
    expect(describeSignatureForm(signature)).toBe(words)
  })

  const makeFailedResult = (id: RuleId, cause: Cause) =>
    createRuleResult({ id, status: 'failed', cause, expected: 'this', actual: 'that' })

  it.each([
    [
      'HOOK-015',
      { kind: 'wrong-header', header: 'PR-Signature' },
      ['HOOK-020', 'HOOK-015', 'HOOK-016', 'HOOK-021', 'HOOK-133'],
    ],
    [
      'HOOK-015',
      { kind: 'missing-header', header: 'PR-Signature' },
      ['HOOK-020', 'HOOK-015', 'HOOK-016', 'HOOK-021'],
    ],
    ['HOOK-016', { kind: 'wrong-signature' }, ['HOOK-020', 'HOOK-016', 'HOOK-021', 'HOOK-133']],
  ] as const)(
    'the conformance report names only rule %s if several rules fail with the same cause %j',
    (finder, cause, ids) => {
      const results = attributeFailures(
        ids.map((id) => makeFailedResult(id, cause)),
        rules,
      )
      expect(results.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([finder])
      expect(groupByCause(results).map((each) => [each.rules[0], each.rules.length])).toEqual([
        [finder, ids.length],
      ])
    },
  )
})
