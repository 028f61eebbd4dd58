import { fail } from '../../simulator/specification/errors.ts'

/** The message shows an id up to this length. A longer text is no id and would hide the rest of the message. */
const longestShown = 80

/** Throws CONTROL.RESOURCE.NOT_FOUND with a message that names the missing resource. */
export function failNotFound(kind: string, id: string, suggestion?: string): never {
  const shown = id.length > longestShown ? `${id.slice(0, longestShown)}…` : id
  return fail('CONTROL.RESOURCE.NOT_FOUND', {
    message: `There is no ${kind} ${shown} in this account.`,
    ...(suggestion !== undefined && { suggestion }),
  })
}
