import { fail } from '../../simulator/specification/errors.ts'

/** Longer texts are no ids and would hide the message. */
const longestShown = 80

/** Throws CONTROL.RESOURCE.NOT_FOUND with a message that names the missing resource. */
export function failNotFound(kind: string, id: string, suggestion?: string): never {
  const shown = id.length > longestShown ? `${id.slice(0, longestShown)}…` : id
  return fail('CONTROL.RESOURCE.NOT_FOUND', {
    message: `There is no ${kind} ${shown} in this account.`,
    ...(suggestion !== undefined && { suggestion }),
  })
}
