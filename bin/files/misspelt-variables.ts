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
  // The names are compared without the prefix, which would make short names look similar.
  const known = given.known.flatMap(({ variables }) => variables).map(removePrefix)
  const similar = Object.entries(given.environment).flatMap(([variable, value]) => {
    const name = removePrefix(variable)
    if (name === variable || value === '' || known.includes(name)) return []
    const meant = findSimilarWord(name, known)
    return meant === undefined ? [] : [{ variable, meant }]
  })
  if (similar.length === 0) return []
  const others = (await given.others()).flatMap(({ variables }) => variables)
  return similar
    .filter(({ variable }) => !others.includes(variable))
    .map(({ variable, meant }) => `The variable ${variable} sets no option. Did you mean ${prefix}${meant}?`)
}

const prefix = 'DRYDOCK_'

function removePrefix(variable: string): string {
  return variable.startsWith(prefix) ? variable.slice(prefix.length) : variable
}
