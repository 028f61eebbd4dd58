import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import errors from '../../../fixtures/spec/errors.json' with { type: 'json' }
import operations from '../../../fixtures/spec/operations.json' with { type: 'json' }
import scopes from '../../../fixtures/spec/scopes.json' with { type: 'json' }
import { formatSpan } from '../duration.ts'
import type { Rule } from '../rule.ts'
import type { Section } from '../section.ts'
import type { Statement } from './ledger.ts'
import { renderAnchor, renderLink, renderRow, renderTable } from './page.ts'

/** The documentation page of each section of the specification, in reading order. */
const pages: Readonly<Record<Section, { readonly file: string; readonly about: string }>> = {
  'What the service does': {
    file: 'what-the-service-does.md',
    about: 'The purpose of the service, and its two environments.',
  },
  Conventions: { file: 'conventions.md', about: 'The form of all paths, bodies, amounts and times.' },
  'Resources and their fields': { file: 'resources.md', about: 'The resources, and their fields.' },
  'States and transitions': {
    file: 'states.md',
    about: 'The states of a rate, a label, a batch and a delivery.',
  },
  Endpoints: { file: 'endpoints.md', about: 'The requests, responses and refusals of each endpoint.' },
  Authentication: { file: 'authentication.md', about: 'API keys, their scopes, and how they are refused.' },
  Events: { file: 'events.md', about: 'The webhook event: its payload, signature and attempts.' },
  Errors: { file: 'errors.md', about: 'The fields of each error, and when each code comes.' },
  Limits: { file: 'limits.md', about: 'The rate limits and other constants of the service.' },
  Versioning: { file: 'versioning.md', about: 'The version of the API, and its changes.' },
}

/** Returns the name of the file in `docs/specification/` that has a statement. */
export function pageFileOf({ section }: Pick<Statement, 'section'>): string {
  return pages[section].file
}

/** Renders the pages of `docs/specification/`, by file name: one for each section, and one that lists them. */
export function renderSpecification(
  statements: readonly Statement[],
  rules: readonly Rule[],
): ReadonlyMap<string, string> {
  const sections = [...new Set(statements.map(({ section }) => section))]
  const inOrder = Object.entries(pages).flatMap(([title, page]) =>
    sections.filter((section) => section === title).map((section) => ({ section, ...page })),
  )
  return new Map([
    ['README.md', renderIndex(inOrder, statements)],
    ...inOrder.map(({ section, file, about }): [string, string] => [
      file,
      renderSection(section, {
        about,
        statements: statements.filter((each) => each.section === section),
        rules,
      }),
    ]),
  ])
}

function renderIndex(
  sections: readonly { readonly section: Section; readonly file: string; readonly about: string }[],
  statements: readonly Statement[],
): string {
  const countOf = (section: Section) => statements.filter((each) => each.section === section).length
  return [
    '# The specification, as Drydock understands it',
    '',
    'These pages list what the documentation of the service says, in our words, as short statements that can be true or false. The simulator',
    'behaves as stated here, and the [conformance suite](../conformance.md) checks services against it. If nothing is stated, the simulator makes',
    'a [choice](../choices.md), and the suite accepts every sensible response.',
    '',
    'Each statement has an id that never changes, and the [rules](../rules.md) that check it, or the reason why no test from outside can check',
    'it. The pages are generated from `fixtures/spec/statements.json`.',
    '',
    ...renderTable(
      ['page', 'what it says', 'statements'],
      sections.map(({ section, file, about }) => [`[${section}](${file})`, about, String(countOf(section))]),
    ),
  ].join('\n')
}

function renderSection(
  section: Section,
  {
    about,
    statements,
    rules,
  }: { readonly about: string; readonly statements: readonly Statement[]; readonly rules: readonly Rule[] },
): string {
  const headings = [...new Set(statements.map(({ heading }) => heading))]
  return [
    `# ${section}`,
    '',
    `${about} This is a page of [the specification](README.md).`,
    '',
    ...headings.flatMap((heading) => [
      `## ${heading}`,
      '',
      ...(overviews[`${section}, ${heading}`]?.(statements) ?? []),
      '| id | statement | checked by |',
      '| --- | --- | --- |',
      ...statements.filter((each) => each.heading === heading).map((each) => renderStatementRow(each, rules)),
      '',
    ]),
  ].join('\n')
}

function renderStatementRow(statement: Statement, rules: readonly Rule[]): string {
  const checkingRules = rules.filter(({ judges }) => judges.some((id) => id === statement.id))
  return renderRow([
    renderAnchor(statement.id),
    statement.statement,
    checkingRules.length > 0
      ? checkingRules.map(({ id }) => renderLink(id, '../rules.md')).join(', ')
      : `no rule: ${statement.reason}`,
  ])
}

/** Functions that render a table of facts from the specification, by the section and heading of the table. */
const overviews: Readonly<Record<string, (statements: readonly Statement[]) => readonly string[]>> = {
  'Endpoints, Every endpoint': (statements) =>
    renderTable(
      ['', 'endpoint', 'scope', 'a minute'],
      Object.values(operations).map(({ number, method, path, scope, limitPerMinute }) => [
        String(number),
        `\`${method} ${path}\``,
        isStated(statements, `${method} ${path} needs ${scope}.`)
          ? `\`${scope}\``
          : `not stated: see the [choices](../choices.md#15)`,
        String(limitPerMinute),
      ]),
    ),
  'Authentication, Scopes': (statements) =>
    renderTable(
      ['scope', 'gates'],
      Object.keys(scopes).map((scope) => [
        `\`${scope}\``,
        statements
          .flatMap(({ statement }) => statement.split(`${scope} gates `)[1]?.replace(/\.$/, '') ?? [])
          .join(', '),
      ]),
    ),
  'Events, Delivery and retries': () =>
    renderTable(
      ['attempt', 'time after the attempt before'],
      constants.webhookDelaysSeconds.map((seconds, index) => [
        String(index + 1),
        seconds === 0 ? 'immediately' : formatSpan(seconds * 1000),
      ]),
    ),
  'Errors, Codes': () =>
    renderTable(
      ['code', 'status', 'further fields'],
      Object.entries(errors).map(([code, error]) => [
        `\`${code}\``,
        String(error.status),
        'extraFields' in error ? error.extraFields.map((field) => `\`${field}\``).join(', ') : '',
      ]),
    ),
}

function isStated(statements: readonly Statement[], sentence: string): boolean {
  return statements.some(({ statement }) => statement === sentence)
}
