import { plural } from '../../plural.ts'
import { causesOf } from '../causes.ts'
import type { Report, RuleGroup } from '../report.ts'
import { collapse } from './lists.ts'

/** The causes to fix first, and how many more there are. */
export function fixFirstOf({ rules }: Pick<Report, 'rules'>): {
  readonly groups: readonly RuleGroup[]
  /** The causes that are left out: `and 14 rules for 12 other causes`; undefined if there are none. */
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

/** The lines on what to fix first: how many rules, what is wrong, and what to change. */
export function fixFirstLines(report: Pick<Report, 'rules'>): readonly string[] {
  const { groups, more } = fixFirstOf(report)
  return [
    ...groups.map(({ title, fix, rules }) => `${plural(rules.length, 'rule')}: ${title}. ${fix}`),
    ...(more === undefined ? [] : [more]),
  ]
}
