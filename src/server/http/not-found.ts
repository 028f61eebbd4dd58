import { fail } from '../../simulator/specification/errors.ts'

/** The maximum length of an id in a message. A longer text is no id and would hide the rest of the message. */
const longestShown = 80

/** Matches the start of an API key. A message shows only this part of a key. */
const keyStart = /^pr_(test|live)_/

/** Throws CONTROL.RESOURCE.NOT_FOUND with a message that names the missing resource. */
export function failNotFound(kind: string, id: string, suggestion?: string): never {
  const [start] = keyStart.exec(id) ?? []
  const shown =
    start !== undefined || id.length > longestShown ? `${start ?? id.slice(0, longestShown)}…` : id
  return fail('CONTROL.RESOURCE.NOT_FOUND', {
    message: `There is no ${kind} ${shown} in this account.`,
    ...(suggestion !== undefined && { suggestion }),
  })
}
