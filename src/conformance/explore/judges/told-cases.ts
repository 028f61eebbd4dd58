import { expect, it } from 'vitest'
import type { StatementId } from '../../ledger/statement.ts'
import type { Judge } from '../judge.ts'
import type { Burst, Step } from '../step.ts'
import { judgedOn, type ToldHistory, toldHistory } from './told-history.ts'

/** What a judge is told in a case: the steps, and the sentence that the last of them breaks, if any. */
export type ToldCase = readonly [
  what: string,
  broken: StatementId | undefined,
  tell: (told: ToldHistory) => readonly (Step | Burst)[],
]

/** One test for each case: nothing is found where nothing is broken, but something was looked at. */
export function testCases<Memory>(judge: Judge<Memory>, cases: readonly ToldCase[]): void {
  it.each(cases)('%s: %s', (_, broken, tell) => {
    const steps = tell(toldHistory())
    const { findings, judged } = judgedOn(judge, steps)
    if (broken === undefined) {
      expect(findings).toEqual([])
      expect(judged).toBeGreaterThan(0)
    } else {
      const last = steps.at(-1)
      expect(findings.map(({ statement }) => statement)).toContain(broken)
      if (last !== undefined && !('lanes' in last)) expect(findings[0]?.step.id).toBe(last.id)
    }
  })
}

let count = 0

/** The headers that every answer has, with a request id of its own. */
export function headersOf(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  count += 1
  return {
    'x-request-id': `req_${count}`,
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
    'x-ratelimit-reset': '1930383060',
    ...more,
  }
}

/** A refusal as it has to be, with more in it or something else. */
export function refusal(
  status: number,
  code: string,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const all = headersOf(headers)
  const whole = {
    code,
    message: 'No.',
    suggestion: 'Do otherwise.',
    docs_url: 'https://example.com/docs',
    request_id: all['x-request-id'],
    ...error,
  }
  return { status, json: { error: whole }, headers: all }
}
