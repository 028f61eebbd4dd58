import { readFileSync } from 'node:fs'
import { ledger } from '../../src/conformance/ledger/ledger.ts'
import { operationNames } from '../../src/simulator/specification/operations.ts'
import { projectFile } from '../../test/support/project.ts'

/**
 * Texts that the documents take from docs/ and from the statements of the specification, so that each is
 * written once.
 */

interface OperationProse {
  readonly summary: string
  readonly introduction: string
}

/**
 * Returns the heading and first paragraph of each operation in docs/api.md, which has a section for each in
 * their order.
 */
export function readOperationProse(): ReadonlyMap<string, OperationProse> {
  const page = readFileSync(projectFile('docs/api.md'), 'utf8')
  const sections = [...page.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)].filter(
    ([, , section = '']) => section.includes('```sh run'),
  )
  if (sections.length !== operationNames.length)
    throw new Error('docs/api.md has not a section for each operation.')
  return new Map(
    operationNames.map((name, index) => {
      const [, summary = '', section = ''] = sections[index] ?? []
      return [name, { summary, introduction: splitParagraphs(section)[0] ?? '' }]
    }),
  )
}

/** Returns the text of docs/api.md on every call: the page of /docs begins with it, too. */
export function readBasics(): readonly string[] {
  const [, beforeTable = ''] =
    /```sh run[\s\S]*?```\n([\s\S]*?)^\|/m.exec(readFileSync(projectFile('docs/api.md'), 'utf8')) ?? []
  return splitParagraphs(beforeTable)
}

/** Returns the first paragraph of a page. */
export function readOpening(page: string): string {
  return splitParagraphs(readFileSync(projectFile(page), 'utf8'))[1] ?? ''
}

/** Returns paragraphs, each in one line and with its links as plain text. */
function splitParagraphs(markdown: string): readonly string[] {
  return markdown
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
}

/** Returns the specification's statements under a heading, one a line. */
export function listStatements(heading: string): readonly string[] {
  return ledger.filter((each) => each.heading === heading).map(({ statement }) => statement)
}

/** Returns the first paragraph of a choice. */
export function readChoiceTitle(number: number): string {
  const page = readFileSync(projectFile('docs/choices.md'), 'utf8')
  const [, title] = new RegExp(`^### <a id="${number}"></a>${number}\\. (.*)$`, 'm').exec(page) ?? []
  if (title === undefined) throw new Error(`There is no choice ${number}.`)
  return title
}
