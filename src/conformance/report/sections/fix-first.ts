import { plural } from '../../plural.ts'
import { causesOf } from '../causes.ts'
import type { Report, RuleGroup } from '../report.ts'
import { collapse } from './lists.ts'

/** The causes that free most rules, and what is left of them when there are more than anybody reads. */
export function fixFirstOf({ rules }: Pick<Report, 'rules'>): {
  readonly groups: readonly RuleGroup[]
  /** `and 14 rules for 12 other causes`; undefined where all are told. */
  readonly more: string | undefined
} {
  const { shown, rest } = collapse(causesOf(rules))
  const left = rest.reduce((sum, group) => sum + group.rules.length, 0)
  return {
    groups: shown,
    more:
      rest.length === 0 ? undefined : `and ${plural(left, 'rule')} for ${plural(rest.length, 'other cause')}`,
  }
}

/** One line: how many rules are freed, what is wrong, what to change. */
export function fixFirstLines(report: Pick<Report, 'rules'>): readonly string[] {
  const { groups, more } = fixFirstOf(report)
  return [
    ...groups.map(({ title, fix, rules }) => `${plural(rules.length, 'rule')}: ${title}. ${fix}`),
    ...(more === undefined ? [] : [more]),
  ]
}
