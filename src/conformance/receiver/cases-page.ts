import type { Statement } from '../ledger/ledger.ts'
import { linkTo, renderTable, withAnchor } from '../ledger/page.ts'
import { pageOf } from '../ledger/specification-pages.ts'
import type { ReceiverCase } from './case.ts'

/** Renders the page docs/receiver-cases.md: every case of the receiver examination, with the statements it follows from. */
export function renderCasesPage(cases: readonly ReceiverCase[], statements: readonly Statement[]): string {
  const pages = new Map(statements.map((each) => [each.id, `specification/${pageOf(each)}`]))
  const advice = cases.filter(({ severity }) => severity === 'advice')
  const acting = cases.filter(({ needsEffects }) => needsEffects)
  return [
    '# The cases of the receiver examination',
    '',
    'Generated from the catalogue. [Webhooks](webhooks.md#how-do-i-test-my-own-receiver) says how to run them.',
    '',
    `There are ${cases.length} cases. ${advice.length} of them are advice and fail the examination only with \`--fail-on advice\`.`,
    `Without \`--effect-command\`, ${acting.length} of them are skipped: the last column says which.`,
    '',
    ...renderTable(
      ['case', 'what the receiver does', 'kind', 'follows from', 'needs'],
      cases.map(({ id, title, severity, judges, needsEffects }) => [
        withAnchor(id),
        title,
        severity,
        judges.map((statement) => linkTo(statement, pages.get(statement) ?? '')).join(', '),
        needsEffects === true ? '`--effect-command`' : '',
      ]),
    ),
  ].join('\n')
}
