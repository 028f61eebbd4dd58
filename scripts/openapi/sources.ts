import { readFileSync } from 'node:fs'
import { ledger } from '../../src/conformance/ledger/ledger.ts'
import { operationNames } from '../../src/simulator/specification/operations.ts'
import { projectFile } from '../../test/support/project.ts'

/** What documents take over from the pages and the ledger, so that nothing is said twice. */

/** What each operation is called: the headings of docs/api.md, which has a section for each in their order. */
export function operationSummaries(): ReadonlyMap<string, string> {
  const page = readFileSync(projectFile('docs/api.md'), 'utf8')
  const titles = [...page.matchAll(/^## (.*)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)]
    .filter(([, , section = '']) => section.includes('```sh run'))
    .map(([, title = '']) => title)
  if (titles.length !== operationNames.length)
    throw new Error('docs/api.md has not a section for each operation.')
  return new Map(operationNames.map((name, index) => [name, titles[index] ?? '']))
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
