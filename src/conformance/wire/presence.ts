import type { Answer } from './answer.ts'
import { endpointOf } from './cause.ts'
import { errorCodeOf } from './expect.ts'
import type { Endpoint } from './operation.ts'
import { findErrorCode } from './spec-error.ts'

/** The endpoint that is not there, as far as this one answer tells: a server's own 404, 405 or 501. */
export function absentEndpoint(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined || ![404, 405, 501].includes(answer.status)) return null
  return findErrorCode(errorCodeOf(answer)) === undefined ? endpointOf(answer) : null
}

/** The endpoint that this answer shows to be there. */
export function presentEndpoint(answer: Answer): Endpoint | null {
  if (answer.status >= 200 && answer.status <= 299) return endpointOf(answer)
  const code = findErrorCode(errorCodeOf(answer))
  // Keys and limits are often looked at before paths.
  return code === undefined || code.startsWith('AUTH.') ? null : endpointOf(answer)
}
