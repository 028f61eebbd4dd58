import { formatSpan } from '../duration.ts'
import type { Rule } from '../rule.ts'
import type { Need } from '../target/need.ts'
import { explainNeeds } from '../target/need-words.ts'

/** Renders a list of rules as text, one line per rule. */
export function listRules(rules: readonly Rule[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length))
  return rules.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join('')
}

/**
 * Describes a rule as text: its title, the statements of the specification that it checks, its needs, and the mutants
 * (deliberately broken services) that it catches.
 */
export function explainRule(
  rule: Rule,
  {
    statements,
    deviations,
  }: { readonly statements: readonly string[]; readonly deviations: readonly string[] },
): string {
  const active = rule.kind === 'active'
  const facts: [string, string][] = [
    ['section', rule.section],
    ['endpoint', rule.endpoint ?? 'all'],
    ...(active ? [] : [['judges', rule.about] satisfies [string, string]]),
    [
      'needs',
      active ? explainNeeds(rule.needs) : 'responses to other rules, or to one request for each operation',
    ],
    ...describeRulesThatSend(rule),
  ]
  const width = Math.max(...facts.map(([name]) => name.length))
  return [
    `${rule.id}  ${rule.title}`,
    '',
    ...facts.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    '',
    '  The statements of the specification that it checks, in our words:',
    ...statements.map((each) => `    - ${each}`),
    '',
    '  These deviations of a service make the rule fail:',
    ...deviations.map((each) => `    - ${each}`),
    '',
  ].join('\n')
}

function describeRulesThatSend(rule: Rule): [string, string][] {
  const ids = rule.kind === 'invariant' ? (rule.provokedBy ?? []) : []
  return ids.length === 0 ? [] : [['also runs', `${ids.join(' or ')}, whose responses this rule checks`]]
}

/** Describes what a rule needs in a few words, for a table. */
export function describeNeeds(needs: readonly Need[]): string {
  if (needs.length === 0) return 'nothing'
  return needs
    .map((need) => (Array.isArray(need) ? need.map(describeNeed).join(' or ') : describeNeed(need)))
    .join(', ')
}

function describeNeed(need: Need): string {
  if (typeof need === 'string') return need
  return 'waitMs' in need ? `${formatSpan(need.waitMs)} to pass` : describeNeeds(need)
}
