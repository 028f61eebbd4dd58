import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { type DeclaredName, listDeclaredNames } from './support/declarations.ts'
import { projectFile } from './support/project.ts'

/** Checks that every exported name of the npm package has a docstring, which editors show. */

const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'object' ? [[name, target.types] as const] : [],
)

function findProblems(names: readonly DeclaredName[]): readonly string[] {
  const docstrings = new Map(names.map(({ path, docstring }) => [path, docstring ?? '']))
  return names.flatMap(({ path, isCallable, isInline, docstring }) => {
    if (docstring === undefined)
      return isInline && isNamedAbove(path, docstrings) ? [] : [`${path} has no docstring.`]
    if (isCallable && !/^[A-Z][a-z]*s\b/.test(docstring))
      return [`${path} does not begin with a verb: ${docstring}`]
    return []
  })
}

/** Whether the docstring of a containing type mentions the name of this member. */
function isNamedAbove(path: string, docstrings: ReadonlyMap<string, string>): boolean {
  const parts = path.split('.')
  const [name = ''] = parts.slice(-1)
  return parts.slice(0, -1).some((_, index) => {
    const docstring = docstrings.get(parts.slice(0, index + 1).join('.')) ?? ''
    return docstring.split(/\W+/).includes(name)
  })
}

it.each(entries)(
  'every name and member that the entry %s of the npm package exports has a docstring',
  (_, file) => {
    const names = listDeclaredNames(projectFile(file))
    expect(names.length).toBeGreaterThan(10)
    expect(findProblems(names)).toEqual([])
  },
)
