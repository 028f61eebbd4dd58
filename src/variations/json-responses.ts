import type { WireAlteration } from './alteration.ts'
import { isObject } from './json.ts'
import { jsonOf, type OperationName, type WireRequest, type WireResponse, withJson } from './wire.ts'

/** A JSON object. */
export type Json = Record<string, unknown>

/** Returns the JSON object in the body of a successful response; undefined for any other response. */
export function readSuccessJson(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return response.status < 300 && isObject(json) ? { ...json } : undefined
}

/** Returns the error object of a response; undefined if it has none. */
export function errorOf(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return isObject(json) && isObject(json['error']) ? { ...json['error'] } : undefined
}

/** Returns the response with another error code, also in its `docs_url`. */
export function replaceErrorCode(response: WireResponse, code: string, fields: Json = {}): WireResponse {
  const error = errorOf(response)
  const docs_url = String(error?.['docs_url']).replace(String(error?.['code']), code)
  return withJson(response, { error: { ...error, ...fields, code, docs_url } })
}

/** Creates an alteration that changes the JSON object of successful responses to the given operations. */
export function changeSuccesses(
  operations: OperationName | readonly OperationName[],
  change: (json: Json, request: WireRequest) => unknown,
): WireAlteration {
  return {
    response: (response, request) => {
      if (request.operation === undefined || !operations.includes(request.operation)) return undefined
      const json = readSuccessJson(response)
      const changed = json === undefined ? undefined : change(json, request)
      return changed === undefined ? undefined : withJson(response, changed)
    },
  }
}

/** Returns the API key of a request; empty if it has none. */
export const keyOf = ({ headers }: WireRequest): string =>
  (headers['authorization'] ?? '').replace(/^Bearer /, '')

/** Returns true if a request has a live key. */
export const isLive = (request: WireRequest): boolean => keyOf(request).startsWith('pr_live_')
