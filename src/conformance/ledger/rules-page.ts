import { needsText } from '../reporting/describing.ts'
import type { Rule } from '../rule.ts'
import type { Statement } from './statement.ts'

/** The catalogue as a page of the documentation: every rule, and every statement with what judges it. */
export function renderRulesPage(rules: readonly Rule[], statements: readonly Statement[]): string {
  const judged = statements.filter((each) => 'rules' in each)
  const unjudged = statements.filter((each) => 'reason' in each)
  return [
    '# The rules of the conformance suite',
    '',
    'Generated from the catalogue; see [conformance.md](conformance.md) for how to run them, and',
    '[kill-matrix.md](kill-matrix.md) for the deviations that each of them catches.',
    '',
    `${rules.length} rules judge ${judged.length} of ${statements.length} statements of the service's specification;`,
    `${unjudged.length} cannot be judged from outside, each for the reason given.`,
    '',
    ...sectionsOf(rules).flatMap((section) => [
      `## ${section}`,
      '',
      '| rule | what it states | endpoint | needs |',
      '| --- | --- | --- | --- |',
      ...rules
        .filter((rule) => rule.section === section)
        .map((rule) =>
          row([
            rule.id,
            rule.title,
            rule.endpoint === null ? 'all' : `\`${rule.endpoint}\``,
            rule.kind === 'active' ? needsText(rule.needs) : 'any answers',
          ]),
        ),
      '',
      ...ledgerOf(statements.filter((each) => each.section === section)),
    ]),
    ...sectionsOf(statements)
      .filter((section) => !rules.some((rule) => rule.section === section))
      .flatMap((section) => [
        `## ${section}`,
        '',
        ...ledgerOf(statements.filter((each) => each.section === section)),
      ]),
  ].join('\n')
}

function ledgerOf(statements: readonly Statement[]): readonly string[] {
  if (statements.length === 0) return []
  return [
    '| what the specification says | judged by |',
    '| --- | --- |',
    ...statements.map((each) =>
      row([each.statement, 'rules' in each ? each.rules.join(', ') : `not judged: ${each.reason}`]),
    ),
    '',
  ]
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function sectionsOf<Section extends string>(
  list: readonly { readonly section: Section }[],
): readonly Section[] {
  return [...new Set(list.map(({ section }) => section))]
}
