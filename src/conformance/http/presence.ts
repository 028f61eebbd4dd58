import type { Answer } from './answer.ts'
import { endpointOf } from './cause.ts'
import { errorCodeOf } from './expect.ts'
import type { Endpoint } from './operation.ts'
import { findErrorCode } from './spec-error.ts'

/** The endpoint that does not exist as far as this answer shows, with a 404, 405 or 501 that has no documented code; null if it shows none. */
export function absentEndpoint(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined || ![404, 405, 501].includes(answer.status)) return null
  return findErrorCode(errorCodeOf(answer)) === undefined ? endpointOf(answer) : null
}

/** The endpoint that this answer shows to exist; null if it shows none. */
export function presentEndpoint(answer: Answer): Endpoint | null {
  if (answer.status >= 200 && answer.status <= 299) return endpointOf(answer)
  const code = findErrorCode(errorCodeOf(answer))
  // Many servers check keys and limits before they look whether the path exists.
  return code === undefined || code.startsWith('AUTH.') ? null : endpointOf(answer)
}
