import { describeNeeds } from '../report/rule-description.ts'
import type { Rule } from '../rule.ts'
import type { Statement } from './ledger.ts'
import { linkTo, renderTable, withAnchor } from './page.ts'
import { pageOf } from './specification-pages.ts'

/** Renders the page docs/rules.md: every rule, and the statements it judges. */
export function renderRulesPage(rules: readonly Rule[], statements: readonly Statement[]): string {
  const pages = new Map(statements.map((each) => [each.id, `specification/${pageOf(each)}`]))
  const judged = new Set(rules.flatMap(({ judges }) => judges))
  const sections = [...new Set(rules.map(({ section }) => section))]
  return [
    '# The rules of the conformance suite',
    '',
    'All rules, generated from the catalogue. See [conformance.md](conformance.md) for how to run them, and',
    '[kill-matrix.md](kill-matrix.md) for the deviations that each of them catches.',
    '',
    `${rules.length} rules judge ${judged.size} of ${statements.length} statements of the [specification](specification/README.md), whose pages`,
    `have all statements in our words. No rule can judge the other ${statements.length - judged.size}; the pages give the reason for each.`,
    '',
    ...sections.flatMap((section) => [
      `## ${section}`,
      '',
      ...renderTable(
        ['rule', 'what it states', 'endpoint', 'needs', 'judges'],
        rules
          .filter((rule) => rule.section === section)
          .map((rule) => [
            withAnchor(rule.id),
            rule.title,
            rule.endpoint === null ? 'all' : `\`${rule.endpoint}\``,
            rule.kind === 'active' ? describeNeeds(rule.needs) : 'any answers',
            rule.judges.map((id) => linkTo(id, pages.get(id) ?? '')).join(', '),
          ]),
      ),
    ]),
  ].join('\n')
}
