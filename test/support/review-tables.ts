import { describeHowToMeetItem, findItemTitle, listCoverageItems } from '../../src/review/coverage-items.ts'
import { findings } from '../../src/review/findings/catalogue.ts'
import { renderCodeCell, replaceTable } from './tables.ts'

/** Returns the page docs/review.md with its tables, made from the catalogue of findings and the fixtures. */
export function insertReviewTables(page: string): string {
  const withFindings = replaceTable(page, '## Which mistakes does it find?', [
    ['finding', 'severity', 'what the client did', 'what to change'],
    ...findings.map(({ id, severity, title, advice }) => [renderCodeCell(id), severity, title, advice]),
  ])
  const createRows = (kind: 'webhook_outcomes' | 'situations') =>
    listCoverageItems(kind).map((id) => [
      renderCodeCell(id),
      findItemTitle(kind, id) ?? '',
      describeHowToMeetItem(kind, id, { account: 'default', url: undefined }),
    ])
  const withOutcomes = replaceTable(withFindings, '## Which webhook outcomes are there?', [
    ['outcome', 'meaning', 'how to meet it'],
    ...createRows('webhook_outcomes'),
  ])
  return replaceTable(withOutcomes, '## Which situations are there?', [
    ['situation', 'meaning', 'how to meet it'],
    ...createRows('situations'),
  ])
}
