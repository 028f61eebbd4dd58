import type { TargetKeys } from './target.ts'

/** The shell variable in curl lines for a key that a rule made or invented, so that no environment variable holds it. */
export const keyOfTheRule = 'KEY_OF_THE_RULE'

const variables: readonly (readonly [keyof TargetKeys, string])[] = [
  ['test', 'DRYDOCK_KEY'],
  ['live', 'DRYDOCK_LIVE_KEY'],
  ['limited', 'DRYDOCK_LIMITED_KEY'],
  ['revoked', 'DRYDOCK_REVOKED_KEY'],
  ['expired', 'DRYDOCK_EXPIRED_KEY'],
]

/** The environment variable that holds a key when a curl line is run. */
export function keyVariable(key: string, known: readonly (TargetKeys | undefined)[]): string {
  const found = variables.find(([kind]) => known.some((keys) => keys?.[kind] === key))
  return found === undefined ? keyOfTheRule : found[1]
}
