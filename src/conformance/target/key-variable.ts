import type { TargetKeys } from './target.ts'

/** The shell variable that curl commands have in place of an API key that a rule created or invented. The user must fill it in. */
export const keyOfTheRule = 'KEY_OF_THE_RULE'

const variables: readonly (readonly [keyof TargetKeys, string])[] = [
  ['test', 'DRYDOCK_KEY'],
  ['live', 'DRYDOCK_LIVE_KEY'],
  ['limited', 'DRYDOCK_LIMITED_KEY'],
  ['revoked', 'DRYDOCK_REVOKED_KEY'],
  ['expired', 'DRYDOCK_EXPIRED_KEY'],
]

/**
 * Creates a function that returns the shell variable for an API key in curl commands. The variables of keys that rules
 * created or invented have numbers, except the first.
 */
export function createKeyNaming(known: readonly (TargetKeys | undefined)[]): (key: string) => string {
  const others: string[] = []
  return (key) => {
    const found = variables.find(([kind]) => known.some((keys) => keys?.[kind] === key))
    if (found !== undefined) return found[1]
    if (!others.includes(key)) others.push(key)
    const number = others.indexOf(key) + 1
    return number === 1 ? keyOfTheRule : `${keyOfTheRule}_${number}`
  }
}
