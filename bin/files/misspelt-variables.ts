import { findSimilarWord } from '../../src/simulator/requests/similar-words.ts'
import type { Option } from '../parsing/option.ts'

/**
 * Returns a sentence for each environment variable that looks like a misspelt one of the command's options. A misspelt
 * variable is not refused like a misspelt flag, because the environment also belongs to other programs. `others` loads
 * the options of all commands. It is called only if a variable is similar to one of the command's.
 */
export async function describeMisspeltVariables(given: {
  readonly environment: NodeJS.ProcessEnv
  readonly known: readonly Option<unknown>[]
  readonly others: () => Promise<readonly Option<unknown>[]>
}): Promise<readonly string[]> {
  const known = given.known.flatMap(({ variables }) => variables)
  const similar = Object.entries(given.environment).flatMap(([name, value]) => {
    if (!name.startsWith('DRYDOCK_') || value === '' || known.includes(name)) return []
    const meant = findSimilarWord(name, known)
    return meant === undefined ? [] : [{ name, meant }]
  })
  if (similar.length === 0) return []
  const others = (await given.others()).flatMap(({ variables }) => variables)
  return similar
    .filter(({ name }) => !others.includes(name))
    .map(({ name, meant }) => `The variable ${name} sets no option. Did you mean ${meant}?`)
}
