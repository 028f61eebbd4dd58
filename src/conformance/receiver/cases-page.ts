import type { Statement } from '../ledger/ledger.ts'
import { renderAnchor, renderLink, renderTable } from '../ledger/page.ts'
import { pageFileOf } from '../ledger/specification-pages.ts'
import type { ReceiverCase } from './case.ts'

/** Renders the page docs/receiver-cases.md: every case of the receiver examination, with the statements of the specification behind it. */
export function renderCasesPage(cases: readonly ReceiverCase[], statements: readonly Statement[]): string {
  const pages = new Map(statements.map((each) => [each.id, `specification/${pageFileOf(each)}`]))
  const advice = cases.filter(({ severity }) => severity === 'advice')
  const acting = cases.filter(({ needsEffects }) => needsEffects)
  return [
    '# The cases of the receiver examination',
    '',
    'This page lists the cases in which `drydock webhook examine` checks your webhook receiver',
    '([how to run it](webhooks.md#how-do-i-test-my-own-receiver)). This page is generated from the catalogue of cases.',
    '',
    `${advice.length} of the ${cases.length} cases are advice: they fail the examination only with \`--fail-on advice\`. ${acting.length} cases need`,
    '`--effect-command` and are skipped without it; the last column says which.',
    '',
    ...renderTable(
      ['case', 'correct behaviour of the receiver', 'kind', 'statements', 'needs'],
      cases.map(({ id, title, severity, judges, needsEffects }) => [
        renderAnchor(id),
        title,
        severity,
        judges.map((statement) => renderLink(statement, pages.get(statement) ?? '')).join(', '),
        needsEffects === true ? '`--effect-command`' : '',
      ]),
    ),
  ].join('\n')
}
