import { expect, it } from 'vitest'
import { type Finding, listUnclearFindings } from './unclear-findings.ts'

const finding: Finding = {
  id: 'WALLET-900',
  status: 'failed',
  reason: null,
  expected: 'a currency',
  actual: 'a wallet without one',
}

it('listUnclearFindings returns each rule whose finding is unclear, with the unclear text', () => {
  expect(listUnclearFindings([{ ...finding, actual: 'null' }])).toEqual([
    'WALLET-900 failed, and its actual is "null": describe it in words',
  ])
  expect(listUnclearFindings([{ ...finding, status: 'errored', reason: null }])).toEqual([
    'WALLET-900 errored, and its reason is null: describe it in words',
  ])
})

it.each(['passed', 'failed', 'skipped'] as const)(
  'listUnclearFindings returns no rule that %s with a clear finding',
  (status) => {
    expect(listUnclearFindings([{ ...finding, status }])).toEqual([])
  },
)
