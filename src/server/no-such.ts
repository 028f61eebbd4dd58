import { fail } from '../simulator/specification/errors.ts'

/** Longer ones are no ids, and would only bury what is said. */
const longestShown = 80

/** Throws CONTROL.RESOURCE.NOT_FOUND, in words that name what was looked for. */
export function noSuch(kind: string, id: string, suggestion?: string): never {
  const shown = id.length > longestShown ? `${id.slice(0, longestShown)}…` : id
  return fail('CONTROL.RESOURCE.NOT_FOUND', {
    message: `There is no ${kind} ${shown} in this account.`,
    ...(suggestion !== undefined && { suggestion }),
  })
}
