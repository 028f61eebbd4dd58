import { expect, it } from 'vitest'
import { renderMarkdown } from './review-formats.ts'
import { compareWithDemands, describeVerdict } from './verdict.ts'

const emptyCoverage = { met: [], missed: [] }

/** Compares a review that has one error and one warning with the demand `failOn`. */
const compareFindings = (failOn: 'error' | 'warning' | 'never') => {
  const findings = [
    { id: 'ONE', severity: 'error', advice: 'Send `limit` and no `a|b`.' },
    { id: 'OTHER', severity: 'warning', advice: 'Wait.' },
  ].map((each) => ({ ...each, title: 'A title.', details: [], count: 1, requests: [] }))
  const coverage = new Proxy({}, { get: () => emptyCoverage })
  const review = Object({ findings, coverage })
  return compareWithDemands(review, {
    failOn,
    ignored: [],
    minimums: [],
    account: 'a',
    accounts: 1,
    pageCommand: '',
  })
}

it.each([
  ['error', '1 error; not a failure: 1 warning'],
  ['warning', '1 error, 1 warning'],
  ['never', '1 error, 1 warning'],
] as const)('with --fail-on %s, the result of drydock review is "%s"', (failOn, text) => {
  expect(describeVerdict(compareFindings(failOn))).toBe(text)
})

it('the Markdown report of drydock review keeps inline code and escapes text that could end its table cell', () => {
  expect(renderMarkdown(compareFindings('error'))).toContain('Send `limit` and no \\`a\\|b\\`. |')
})
