import {
  escapeMarkup,
  escapeMarkupAndLineEnds,
  neutralise,
} from '../../src/conformance/report/neutral-text.ts'
import { redactSecrets } from '../../src/server/service/redact.ts'
import { describeSpecificationGap } from '../../src/variations/offered.ts'
import { formatColumns } from '../printing/columns.ts'
import { formatVariationIds, type VariedResult } from './varied-runs.ts'

/** The report formats of `drydock exec --vary`. */
export const reportFormats = {
  json: renderJson,
  junit: renderJunit,
  markdown: renderMarkdown,
} as const

/** Renders the table of all runs of a command, and the details of each failure. */
export function renderVariationTable(results: readonly VariedResult[]): string {
  const rows = results.map((result) => [
    `  ${formatVariationIds(result)}`,
    result.verdict,
    result.variations.map(({ what }) => what).join(' '),
  ])
  const failures = results
    .filter(hasFailed)
    .flatMap((result) => [
      '',
      `${formatVariationIds(result)}: exit status ${result.run.status}`,
      ...result.variations.flatMap((each) => [
        `  What differs: ${each.what}`,
        `  Why a client must accept it: ${each.offered.because} (${describeSpecificationGap(each.silent)})`,
      ]),
      '  The end of the output:',
      ...listLastLines(result).map((line) => `    | ${line}`),
    ])
  return `${[...formatColumns(rows), ...failures, '', summariseResults(results), ''].join('\n')}`
}

export function hasFailed({ verdict }: VariedResult): boolean {
  return verdict === 'failed'
}

/** Whether no variation changed a response that the command received. The command was then not checked at all. */
export function hasNoVerdict(results: readonly VariedResult[]): boolean {
  return results.every(({ verdict }) => verdict === 'not met')
}

function summariseResults(results: readonly VariedResult[]): string {
  const countVerdicts = (verdict: VariedResult['verdict']): number =>
    results.filter((result) => result.verdict === verdict).length
  const unmet = countVerdicts('not met')
  const note = unmet === 0 ? '' : `, ${unmet} not met (the command made no request that they change)`
  if (hasNoVerdict(results))
    return `No variation was checked: the command made no request whose response a variation changes`
  return `${countVerdicts('survived')} survived, ${countVerdicts('failed')} failed${note}`
}

function listLastLines({ run }: VariedResult): readonly string[] {
  return run.lastLines.map((line) => neutralise(redactSecrets(line)))
}

function renderJson(results: readonly VariedResult[]): string {
  const rows = results.map((result) => ({
    variations: result.variations.map(({ id, what, silent, offered }) => {
      return { id, what, silent, because: offered.because }
    }),
    verdict: result.verdict,
    status: result.run.status,
    last_lines: hasFailed(result) ? listLastLines(result) : [],
  }))
  return `${JSON.stringify({ tool: 'drydock', runs: rows }, null, 2)}\n`
}

function renderJunit(results: readonly VariedResult[]): string {
  const failures = results.filter(hasFailed).length
  const unmet = results.filter(({ verdict }) => verdict === 'not met').length
  const counts = `tests="${results.length}" failures="${failures}" errors="0" skipped="${unmet}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drydock variations" ${counts}>`,
    `  <testsuite name="variations" ${counts}>`,
    ...results.flatMap((result) => [
      `    <testcase classname="drydock.variations" name="${escapeMarkup(formatVariationIds(result))}">`,
      ...(result.verdict === 'not met' ? ['      <skipped message="it changed nothing"/>'] : []),
      ...(hasFailed(result)
        ? [
            `      <failure message="${escapeMarkup(describeVariations(result))}">`,
            ...renderEscapedLines(result),
            '      </failure>',
          ]
        : []),
      '    </testcase>',
    ]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function describeVariations({ variations }: VariedResult): string {
  return variations.map(({ what, offered }) => `${what} ${offered.because}`).join(' ')
}

function renderEscapedLines(result: VariedResult): readonly string[] {
  return listLastLines(result).map(escapeMarkup)
}

function renderMarkdown(results: readonly VariedResult[]): string {
  const renderCell = (text: string): string => escapeMarkupAndLineEnds(text).replaceAll('|', '\\|')
  return [
    '## Variations',
    '',
    summariseResults(results),
    '',
    '| variation | verdict | what differs | why a client must accept it |',
    '| --- | --- | --- | --- |',
    ...results.map((result) => {
      const { variations, verdict } = result
      const what = variations.map((each) => each.what).join(' ')
      const why = variations.map(({ offered }) => offered.because).join(' ')
      return `| ${renderCell(formatVariationIds(result))} | ${verdict} | ${renderCell(what)} | ${renderCell(why)} |`
    }),
    '',
  ].join('\n')
}
