import { expect, it } from 'vitest'
import { type Finding, unclearFindings } from './unclear-findings.ts'

const finding: Finding = {
  id: 'WALLET-900',
  status: 'failed',
  reason: null,
  expected: 'a currency',
  actual: 'a wallet without one',
}

it('the check of findings names the rule and its unclear text', () => {
  expect(unclearFindings([{ ...finding, actual: 'null' }])).toEqual([
    'WALLET-900 failed, and its actual is "null": say in words of what',
  ])
  expect(unclearFindings([{ ...finding, status: 'errored', reason: null }])).toEqual([
    'WALLET-900 errored, and its reason is null: say in words of what',
  ])
})

it.each(['passed', 'failed', 'skipped'] as const)(
  'the check of findings accepts a rule that %s and says why',
  (status) => {
    expect(unclearFindings([{ ...finding, status }])).toEqual([])
  },
)
