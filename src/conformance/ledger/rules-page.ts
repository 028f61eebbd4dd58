import { describeNeeds } from '../report/rule-description.ts'
import type { Rule } from '../rule.ts'
import type { Statement } from './ledger.ts'
import { renderAnchor, renderLink, renderTable } from './page.ts'
import { pageFileOf } from './specification-pages.ts'

/** Renders the page docs/rules.md: every rule, and the statements of the specification that it checks. */
export function renderRulesPage(rules: readonly Rule[], statements: readonly Statement[]): string {
  const pages = new Map(statements.map((each) => [each.id, `specification/${pageFileOf(each)}`]))
  const judged = new Set(rules.flatMap(({ judges }) => judges))
  const sections = [...new Set(rules.map(({ section }) => section))]
  return [
    '# The rules of the conformance suite',
    '',
    'This page lists the rules that `drydock conformance` checks ([how to run them](conformance.md)). [kill-matrix.md](kill-matrix.md) lists the',
    'deviations that each rule catches. This page is generated from the catalogue of rules.',
    '',
    `${rules.length} rules check ${judged.size} of the ${statements.length} statements of the [specification](specification/README.md). The other`,
    `${statements.length - judged.size} cannot be checked from outside, and the specification gives the reason for each.`,
    '',
    ...sections.flatMap((section) => [
      `## ${section}`,
      '',
      ...renderTable(
        ['rule', 'what it states', 'endpoint', 'needs', 'judges'],
        rules
          .filter((rule) => rule.section === section)
          .map((rule) => [
            renderAnchor(rule.id),
            rule.title,
            rule.endpoint === null ? 'all' : `\`${rule.endpoint}\``,
            rule.kind === 'active' ? describeNeeds(rule.needs) : 'any answers',
            rule.judges.map((id) => renderLink(id, pages.get(id) ?? '')).join(', '),
          ]),
      ),
    ]),
  ].join('\n')
}
