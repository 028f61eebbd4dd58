import type { RuleId } from '../rule.ts'
import { isObject } from '../wire/fields.ts'
import type { OperationName } from '../wire/operation.ts'
import type { ErrorCode } from '../wire/spec-error.ts'
import type { Alteration, Mutant, Wire } from './mutant.ts'
import { refusal } from './refusal.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from './wire.ts'

export type Json = Record<string, unknown>
type Kills = readonly [RuleId, ...RuleId[]]

/** A mutant whose alteration remembers nothing. */
export function mutant(id: string, deviation: string, kills: Kills, alteration: Alteration): Mutant {
  return { id, deviation, kills, open: () => alteration }
}

/** The JSON of an answer, if it is a success with an object. */
export function successJson(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return response.status < 300 && isObject(json) ? { ...json } : undefined
}

/** The error object of an answer, if it holds one. */
export function errorOf(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return isObject(json) && isObject(json['error']) ? { ...json['error'] } : undefined
}

/** Changes successful answers of some operations. */
export function answers(
  operations: OperationName | readonly OperationName[],
  change: (json: Json, request: WireRequest) => Json | undefined,
): Alteration {
  return {
    response: (response, request) => {
      if (request.operation === undefined || !operations.includes(request.operation)) return undefined
      const json = successJson(response)
      const changed = json === undefined ? undefined : change(json, request)
      return changed === undefined ? undefined : withJson(response, changed)
    },
  }
}

/** Answers well where the service refuses with this code. */
export function acceptsInsteadOf(
  code: ErrorCode,
  json: unknown = {},
  when: (request: WireRequest) => boolean = () => true,
): Alteration {
  return {
    response: (response, request) => {
      if (errorOf(response)?.['code'] !== code || !when(request)) return undefined
      return { ...withJson(response, json), status: 200 }
    },
  }
}

/** Refuses with this code where the service answers an operation well. */
export function refuses(
  operation: OperationName,
  status: number,
  code: string,
  when: (json: Json, request: WireRequest, wire: Wire) => boolean = () => true,
): Alteration {
  return {
    response: (response, request, wire) => {
      const json = successJson(response)
      if (request.operation !== operation || json === undefined || !when(json, request, wire))
        return undefined
      return refusal(status, code)
    },
  }
}

/** A field of an answer that is missing, null, or of another type. */
export function brokenField(options: {
  /** The beginning of the mutants' ids. */
  readonly id: string
  readonly operations: OperationName | readonly OperationName[]
  readonly field: string
  readonly kills: Kills
  /** What it is where it has the wrong type, if that is to be tried. */
  readonly wrong?: unknown
}): readonly Mutant[] {
  const { id, operations, field, kills, wrong } = options
  const edit = (change: (json: Json) => void): Alteration =>
    answers(operations, (json) => {
      change(json)
      return json
    })
  return [
    mutant(
      `${id}-missing`,
      `${field} is missing.`,
      kills,
      edit((json) => delete json[field]),
    ),
    mutant(
      `${id}-null`,
      `${field} is null.`,
      kills,
      edit((json) => Object.assign(json, { [field]: null })),
    ),
    ...(wrong === undefined
      ? []
      : [
          mutant(
            `${id}-wrong`,
            `${field} is ${JSON.stringify(wrong)}.`,
            kills,
            edit((json) => Object.assign(json, { [field]: wrong })),
          ),
        ]),
  ]
}

/** The key that a request carries. */
export const keyOf = ({ headers }: WireRequest): string =>
  (headers['authorization'] ?? '').replace(/^Bearer /, '')

export const isLive = (request: WireRequest): boolean => keyOf(request).startsWith('pr_live_')

/** With a live key the service fails where it should say that a thing is not there. */
export const crashesForLive = (code: ErrorCode): Alteration => ({
  response: (response, request) =>
    isLive(request) && errorOf(response)?.['code'] === code
      ? { ...withJson(response, { error: { code: 'INTERNAL' } }), status: 500 }
      : undefined,
})

/** Answers some requests in the service's stead. */
export function answersInstead(
  when: (request: WireRequest) => boolean,
  answer: () => WireResponse,
): Alteration {
  return { request: (request) => (when(request) ? answer() : undefined) }
}

/** What a service answers that has not thought of a request. */
export const crash = (): WireResponse => refusal(500, 'LABEL.CREATION.FAILED')
