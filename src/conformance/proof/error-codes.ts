import { errorOf, type Json } from '../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../variations/wire.ts'
import { isObject } from '../http/fields.ts'
import { type ErrorCode, statusOf } from '../http/spec-error.ts'
import type { RuleId } from '../rule.ts'
import { mutant } from './builders.ts'
import type { Alteration, Mutant } from './mutant.ts'

/** Creates an alteration that changes the error object of all errors, or of those with one code. */
export function changeErrors(change: (error: Json) => Json | undefined, code?: ErrorCode): Alteration {
  return {
    response: (response) => {
      const json = jsonOf(response)
      const error = errorOf(response)
      if (!isObject(json) || error === undefined || (code !== undefined && error['code'] !== code))
        return undefined
      const changed = change(error)
      return changed === undefined ? undefined : withJson(response, { ...json, error: changed })
    },
  }
}

/** Renders an error code as a part of an id: `rate-expired`. */
export const slug = (code: string): string => code.toLowerCase().replaceAll(/[._]/g, '-')

/** Returns a wrong status near the documented one, as a careless service could send it. */
const similarStatus = (status: number): number =>
  ({ 401: 403, 402: 400, 403: 401, 404: 400, 422: 400, 429: 503, 500: 422 })[status] ?? 500

/** Makes two mutants for a code: one sends it with a wrong status, one sends another code in its place. `seenBy` is the rule that sees the code. */
export function codeMutants(code: ErrorCode, seenBy: RuleId): readonly Mutant[] {
  const [status, other] = [statusOf(code), similarStatus(statusOf(code))]
  return [
    mutant(`status-of-${slug(code)}`, `${code} comes with ${other} instead of ${status}.`)
      .kills(seenBy)
      .by({
        response: (response) =>
          errorOf(response)?.['code'] === code ? { ...response, status: other } : undefined,
      }),
    mutant(`code-of-${slug(code)}`, `${code} is replaced by another code.`)
      .kills(seenBy)
      .by(changeErrors((error) => ({ ...error, code: 'SOMETHING.WENT.WRONG' }), code)),
  ]
}
