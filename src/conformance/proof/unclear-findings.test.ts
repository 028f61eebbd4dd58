import { expect, it } from 'vitest'
import { type Finding, unclearFindings } from './unclear-findings.ts'

const finding: Finding = {
  id: 'WALLET-900',
  status: 'failed',
  reason: null,
  expected: 'a currency',
  actual: 'a wallet without one',
}

it('unclearFindings names the rule and its unclear text', () => {
  expect(unclearFindings([{ ...finding, actual: 'null' }])).toEqual([
    'WALLET-900 failed, and its actual is "null": say in words of what',
  ])
  expect(unclearFindings([{ ...finding, status: 'errored', reason: null }])).toEqual([
    'WALLET-900 errored, and its reason is null: say in words of what',
  ])
})

it.each(['passed', 'failed', 'skipped'] as const)(
  'unclearFindings accepts the clear finding of a rule that %s',
  (status) => {
    expect(unclearFindings([{ ...finding, status }])).toEqual([])
  },
)
