import { errorOf, type Json } from '../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../variations/wire.ts'
import { isObject } from '../http/fields.ts'
import { type ErrorCode, statusOf } from '../http/spec-error.ts'
import type { RuleId } from '../rule.ts'
import { buildMutant } from './builders.ts'
import type { Alteration, Mutant } from './mutant.ts'

/** Creates the alteration of a deliberately broken service that changes the error object of all error responses, or of those with one code. */
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

/** Formats an error code for the id of a broken service (a mutant): `RATE.EXPIRED` becomes `rate-expired`. */
export const formatCodeAsId = (code: string): string => code.toLowerCase().replaceAll(/[._]/g, '-')

/** Chooses a wrong status for an error that is easy to confuse with the documented status. */
const chooseWrongStatus = (status: number): number =>
  ({ 401: 403, 402: 400, 403: 401, 404: 400, 422: 400, 429: 503, 500: 422 })[status] ?? 500

/**
 * Builds two mutants (broken services) for an error code: one sends it with a wrong status, one sends another code.
 * `killingRule` must fail on both.
 */
export function buildErrorCodeMutants(code: ErrorCode, killingRule: RuleId): readonly Mutant[] {
  const [status, other] = [statusOf(code), chooseWrongStatus(statusOf(code))]
  return [
    buildMutant(`status-of-${formatCodeAsId(code)}`, `${code} comes with ${other} instead of ${status}.`)
      .kills(killingRule)
      .by({
        response: (response) =>
          errorOf(response)?.['code'] === code ? { ...response, status: other } : undefined,
      }),
    buildMutant(`code-of-${formatCodeAsId(code)}`, `${code} is replaced by another code.`)
      .kills(killingRule)
      .by(changeErrors((error) => ({ ...error, code: 'SOMETHING.WENT.WRONG' }), code)),
  ]
}
