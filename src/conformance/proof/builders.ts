import {
  changeSuccesses,
  errorOf,
  isLive,
  type Json,
  readSuccessJson,
} from '../../variations/json-responses.ts'
import { type WireRequest, type WireResponse, withJson } from '../../variations/wire.ts'
import type { OperationName } from '../http/operation.ts'
import type { ErrorCode } from '../http/spec-error.ts'
import type { RuleId } from '../rule.ts'
import type { Alteration, Mutant, Wire } from './mutant.ts'
import { buildErrorResponse } from './refusal.ts'

type Kills = readonly [RuleId, ...RuleId[]]

/** An alteration (a change of the service's messages), or a function that creates one with an empty memory for each run. */
type Altering = Alteration | (() => Alteration)

/**
 * Creates a builder of mutants (deliberately broken services) that differ only in their change. Its calls are
 * chained: first the mutant's id and deviation, then `kills` with the rules that must fail, then `by` with the
 * change.
 */
export function createMutantBuilder<Change>(alter: (change: Change) => Altering) {
  return (id: string, deviation: string) => ({
    kills: (...kills: Kills) => ({
      by: (change: Change): Mutant => {
        const altering = alter(change)
        return { id, deviation, kills, open: typeof altering === 'function' ? altering : () => altering }
      },
    }),
  })
}

/** Builds a mutant (a deliberately broken service) from an alteration of messages: `buildMutant(id, deviation).kills(...rules).by(alteration)`. */
export const buildMutant = createMutantBuilder((altering: Altering) => altering)

/** Adds one to the count of a map's key, and returns the new count. */
export function countUp<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** Creates a builder of mutants (broken services) that change the JSON of successful responses to an operation. */
export const createJsonMutantBuilder = (operation: OperationName) =>
  createMutantBuilder((change: Parameters<typeof changeSuccesses>[1]) => changeSuccesses(operation, change))

/** Creates the alteration of a deliberately broken service that responds with a success if the correct service refuses with this code. */
export function acceptInsteadOf(
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

/**
 * Creates the alteration of a deliberately broken service that refuses with this code if the correct service responds
 * to an operation with a success.
 */
export function refuseWith(
  operation: OperationName,
  status: number,
  code: string,
  when: (json: Json, request: WireRequest, wire: Wire) => boolean = () => true,
): Alteration {
  return {
    response: (response, request, wire) => {
      const json = readSuccessJson(response)
      if (request.operation !== operation || json === undefined || !when(json, request, wire))
        return undefined
      return buildErrorResponse(status, code)
    },
  }
}

/**
 * A response field that broken services (mutants) leave out, set to null and, if `wrong` is given, set to this wrong
 * value. The rule in `kills` must then fail.
 */
type SpoiledField = readonly [idStart: string, field: string, kills: RuleId, wrong?: unknown]

/** Builds two or three mutants (broken services) for each field of a response: the field is missing, null or wrong. */
export function buildFieldMutants(
  operation: OperationName,
  rows: readonly SpoiledField[],
): readonly Mutant[] {
  return rows.flatMap(([id, field, kills, ...wrong]) => {
    const values = [['null', null] as const, ...wrong.map((value) => ['wrong', value] as const)]
    return [
      buildMutant(`${id}-missing`, `${field} is missing.`)
        .kills(kills)
        .by(changeSuccesses(operation, ({ [field]: _, ...rest }) => rest)),
      ...values.map(([way, value]) =>
        buildMutant(`${id}-${way}`, `${field} is ${JSON.stringify(value)}.`)
          .kills(kills)
          .by(changeSuccesses(operation, (json) => ({ ...json, [field]: value }))),
      ),
    ]
  })
}

/**
 * Creates the alteration of a deliberately broken service that crashes for live keys: if it has to refuse a request of
 * a live key with this code, it responds with 500 instead.
 */
export const createLiveKeyCrash = (code: ErrorCode): Alteration => ({
  response: (response, request) =>
    isLive(request) && errorOf(response)?.['code'] === code
      ? { ...withJson(response, { error: { code: 'INTERNAL' } }), status: 500 }
      : undefined,
})

/** Creates the alteration of a deliberately broken service that responds to some requests in place of the correct service. */
export function respondInstead(
  when: (request: WireRequest) => boolean,
  answer: () => WireResponse,
): Alteration {
  return { request: (request) => (when(request) ? answer() : undefined) }
}

/** Builds the 500 response of a deliberately broken service that crashes. */
export const createCrashResponse = (): WireResponse => buildErrorResponse(500, 'LABEL.CREATION.FAILED')

/** The label that a deliberately broken service returns for a purchase that must be refused. */
export const soldLabel = {
  id: 'lbl_1',
  tracking_number: '9999',
  label_url: 'https://example.com/l.pdf',
  carrier: 'UPS',
  wallet_balance_after_cents: 1,
}

/** Creates the alteration of a deliberately broken service that changes the responses to requests about labels of one carrier. */
export function alterCarrierLabels(carrier: string, change: Alteration['response']): () => Alteration {
  return () => {
    const labels = new Set<string>()
    return {
      response: (response, request, wire) => {
        const json = readSuccessJson(response)
        if (request.operation === 'buyLabel' && json?.['carrier'] === carrier) labels.add(String(json['id']))
        return [...labels].some((id) => request.path.includes(id))
          ? change?.(response, request, wire)
          : undefined
      },
    }
  }
}
