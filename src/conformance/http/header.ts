import type { Answer } from './answer.ts'
import { RuleBroken } from './failures.ts'
import { show } from './show.ts'

/** The value of a header. Throws RuleBroken if the header is missing or empty. */
export function expectHeader(answer: Answer, name: string): string {
  const value = answer.headers[name.toLowerCase()]
  if (value !== undefined && value !== '') return value
  throw new RuleBroken({
    expected: `the header ${name}`,
    actual: value === undefined ? `no ${name}` : `an empty ${name}`,
    answer,
    cause: { kind: 'missing-header', header: name },
  })
}

/** The whole number in a header. Throws RuleBroken if the header is missing or holds anything else. */
export function expectNumberHeader(answer: Answer, name: string): number {
  const value = expectHeader(answer, name)
  if (/^\d+$/.test(value)) return Number(value)
  throw new RuleBroken({
    expected: `a whole number in ${name}`,
    actual: show(value),
    answer,
    cause: { kind: 'wrong-header', header: name },
  })
}
