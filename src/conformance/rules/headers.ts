import type { Answer } from '../answer.ts'
import { expectThat } from '../expect.ts'
import type { InvariantRule, Rule } from '../rule.ts'

/** A rule about a header of every answer of the thirteen endpoints. */
function everyHeader(
  facts: Pick<InvariantRule, 'id' | 'title'>,
  judge: (answer: Answer, header: (name: string) => string | undefined) => void,
): InvariantRule {
  return {
    kind: 'invariant',
    section: 'Limits',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer of the thirteen endpoints, good or not.',
    ...facts,
    open: () => (answer) => {
      if (answer.operation === null) return 'ignored'
      judge(answer, (name) => answer.headers[name])
      return 'judged'
    },
  }
}

function wholeNumber(answer: Answer, name: string): number {
  const value = answer.headers[name.toLowerCase()]
  expectThat(value !== undefined && /^\d+$/.test(value), {
    expected: `a whole number in ${name}`,
    actual: value ?? 'no such header',
    answer,
  })
  return Number(value)
}

export const headerRules: readonly Rule[] = [
  everyHeader(
    { id: 'HEAD-001', title: 'Every answer tells the limit of its endpoint in X-RateLimit-Limit.' },
    (answer) => {
      expectThat(wholeNumber(answer, 'X-RateLimit-Limit') > 0, {
        expected: 'a limit above 0',
        actual: '0',
        answer,
      })
    },
  ),
  everyHeader(
    { id: 'HEAD-002', title: 'Every answer tells how many requests are left in X-RateLimit-Remaining.' },
    (answer) => {
      wholeNumber(answer, 'X-RateLimit-Remaining')
    },
  ),
  everyHeader(
    {
      id: 'HEAD-003',
      title: 'Every answer tells in Unix seconds when its window resets, in X-RateLimit-Reset.',
    },
    (answer) => {
      const reset = wholeNumber(answer, 'X-RateLimit-Reset')
      // Between 2001 and 5138: neither a span, nor milliseconds.
      expectThat(reset > 1e9 && reset < 1e11, { expected: 'Unix seconds', actual: reset, answer })
    },
  ),
  everyHeader({ id: 'HEAD-004', title: 'Every answer has an X-Request-Id.' }, (answer, header) => {
    expectThat((header('x-request-id') ?? '') !== '', { expected: 'an X-Request-Id', actual: 'none', answer })
  }),
  everyHeader({ id: 'HEAD-005', title: 'No answer has more requests left than its limit.' }, (answer) => {
    const limit = wholeNumber(answer, 'X-RateLimit-Limit')
    const left = wholeNumber(answer, 'X-RateLimit-Remaining')
    expectThat(left <= limit, { expected: `at most ${limit} left`, actual: left, answer })
  }),
  {
    kind: 'invariant',
    id: 'HEAD-006',
    title: 'No two answers have the same X-Request-Id.',
    section: 'Limits',
    endpoint: null,
    basis: 'table',
    judges: 'Every answer of the thirteen endpoints that has one, over the whole run.',
    open: () => {
      const seen = new Set<string>()
      return (answer) => {
        const id = answer.headers['x-request-id']
        if (answer.operation === null || id === undefined) return 'ignored'
        expectThat(!seen.has(id), { expected: 'an id never seen before', actual: id, answer })
        seen.add(id)
        return 'judged'
      }
    },
  },
]
