import type { RuleId } from '../../../rule.ts'

/** Which group of walks finds a service that no single rule catches, and what the first of them are drawn from. */
export interface FoundBy {
  readonly seed: number
  readonly kills: RuleId
}

/** `test/found-by-walks/main.ts` prints these lines: the first seed whose eight walks find it. */
export const foundBy: Readonly<Record<string, FoundBy>> = {}
