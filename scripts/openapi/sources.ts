import { readFileSync } from 'node:fs'
import { ledger } from '../../src/conformance/ledger/ledger.ts'
import { operationNames } from '../../src/simulator/specification/operations.ts'
import { projectFile } from '../../test/support/project.ts'

/** What documents take over from the pages and the ledger, so that nothing is said twice. */

interface OperationProse {
  readonly summary: string
  readonly introduction: string
}

/** The heading and first paragraph of each operation in docs/api.md, which has a section for each in their order. */
export function operationProse(): ReadonlyMap<string, OperationProse> {
  const page = readFileSync(projectFile('docs/api.md'), 'utf8')
  const sections = [...page.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)].filter(
    ([, , section = '']) => section.includes('```sh run'),
  )
  if (sections.length !== operationNames.length)
    throw new Error('docs/api.md has not a section for each operation.')
  return new Map(
    operationNames.map((name, index) => {
      const [, summary = '', section = ''] = sections[index] ?? []
      return [name, { summary, introduction: paragraphsOf(section)[0] ?? '' }]
    }),
  )
}

/** What docs/api.md says of every call: the page of /docs begins with it, too. */
export function basics(): readonly string[] {
  const [, beforeTable = ''] =
    /```sh run[\s\S]*?```\n([\s\S]*?)^\|/m.exec(readFileSync(projectFile('docs/api.md'), 'utf8')) ?? []
  return paragraphsOf(beforeTable)
}

/** The first paragraph of a page. */
export function openingOf(page: string): string {
  return paragraphsOf(readFileSync(projectFile(page), 'utf8'))[1] ?? ''
}

/** Paragraphs, each in one line and with the words of its links alone. */
function paragraphsOf(markdown: string): readonly string[] {
  return markdown
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
}

/** What the specification states under a heading, a statement a line. */
export function statementsUnder(heading: string): readonly string[] {
  return ledger.filter((each) => each.heading === heading).map(({ statement }) => statement)
}

/** The first paragraph of a choice. */
export function choiceTitle(number: number): string {
  const page = readFileSync(projectFile('docs/choices.md'), 'utf8')
  const [, title] = new RegExp(`^### <a id="${number}"></a>${number}\\. (.*)$`, 'm').exec(page) ?? []
  if (title === undefined) throw new Error(`There is no choice ${number}.`)
  return title
}
