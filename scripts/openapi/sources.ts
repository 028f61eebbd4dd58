import { readFileSync } from 'node:fs'
import { ledger } from '../../src/conformance/ledger/ledger.ts'
import { operationNames } from '../../src/simulator/specification/operations.ts'
import { projectFile } from '../../test/support/project.ts'

/**
 * Reads the texts of the documents from docs/ and from the statements of the specification, so that each text is written
 * only once.
 */

interface OperationProse {
  readonly summary: string
  readonly introduction: string
}

/**
 * Returns the heading and the first paragraph of each operation in docs/api.md, which has a section for each operation.
 */
export function readOperationProse(): ReadonlyMap<string, OperationProse> {
  const page = readFileSync(projectFile('docs/api.md'), 'utf8')
  const sections = [...page.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)].filter(
    ([, , section = '']) => section.includes('```sh run'),
  )
  if (sections.length !== operationNames.length)
    throw new Error('docs/api.md must have one section for each operation, in their order.')
  return new Map(
    operationNames.map((name, index) => {
      const [, summary = '', section = ''] = sections[index] ?? []
      return [name, { summary, introduction: splitParagraphs(section)[0] ?? '' }]
    }),
  )
}

/** Returns the paragraphs of docs/api.md that concern every call. The page /docs begins with them, too. */
export function readCommonParagraphs(): readonly string[] {
  const [, beforeTable = ''] =
    /```sh run[\s\S]*?```\n([\s\S]*?)^\|/m.exec(readFileSync(projectFile('docs/api.md'), 'utf8')) ?? []
  return splitParagraphs(beforeTable)
}

/** Returns the first paragraph of a page of docs/. */
export function readFirstParagraph(page: string): string {
  return splitParagraphs(readFileSync(projectFile(page), 'utf8'))[1] ?? ''
}

/** Returns paragraphs, each in one line and with its links as plain text. */
function splitParagraphs(markdown: string): readonly string[] {
  return markdown
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
}

/** Returns the statements of the specification under a heading, one in each line. */
export function listStatements(heading: string): readonly string[] {
  return ledger.filter((each) => each.heading === heading).map(({ statement }) => statement)
}

/** Returns the title of a choice in docs/choices.md. */
export function readChoiceTitle(number: number): string {
  const page = readFileSync(projectFile('docs/choices.md'), 'utf8')
  const [, title] = new RegExp(`^### <a id="${number}"></a>${number}\\. (.*)$`, 'm').exec(page) ?? []
  if (title === undefined) throw new Error(`docs/choices.md has no heading for choice ${number}.`)
  return title
}
