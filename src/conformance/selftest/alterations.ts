import { isObject } from '../fields.ts'
import type { OperationName } from '../operation.ts'
import type { ErrorCode } from '../spec-error.ts'
import type { Alteration } from './mutant.ts'
import { jsonOf, type WireRequest, type WireResponse, withHeader, withJson } from './wire.ts'

type Json = Record<string, unknown>

/** Changes the JSON of successful answers of one operation; `change` edits in place, and says `false` where it did nothing. */
export function onSuccess(
  operation: OperationName,
  // biome-ignore lint/suspicious/noConfusingVoidType: an edit need not say that it was one
  change: (json: Json, request: WireRequest) => boolean | void,
): Alteration {
  return {
    response: (response, request) => {
      if (request.operation !== operation || response.status > 299) return undefined
      return editJson(response, (json) => change(json, request))
    },
  }
}

/** Changes answers with this error code: their status, or the error object in place. */
export function onError(
  code: ErrorCode,
  change: { readonly status?: number; readonly code?: string; error?(error: Json): void },
): Alteration {
  return {
    response: (response) => {
      const json = jsonOf(response)
      if (!isObject(json) || !isObject(json['error']) || json['error']['code'] !== code) return undefined
      const error = { ...json['error'] }
      if (change.code !== undefined) error['code'] = change.code
      change.error?.(error)
      return { ...withJson(response, { ...json, error }), status: change.status ?? response.status }
    },
  }
}

/** Gives another value to a header of answers, or takes it away; `on` chooses the answers. */
export function onHeader(
  name: string,
  change: (value: string, response: WireResponse, request: WireRequest) => string | undefined,
  on: (response: WireResponse, request: WireRequest) => boolean = () => true,
): Alteration {
  return {
    response: (response, request) => {
      const value = response.headers[name.toLowerCase()]
      if (value === undefined || !on(response, request)) return undefined
      return withHeader(response, name.toLowerCase(), change(value, response, request))
    },
  }
}

/** Answers an operation as if all was well where the service refuses with this code. */
export function insteadOfError(
  code: ErrorCode,
  answer: (request: WireRequest) => { readonly status: number; readonly json: unknown },
): Alteration {
  return {
    response: (response, request) => {
      const json = jsonOf(response)
      if (!isObject(json) || !isObject(json['error']) || json['error']['code'] !== code) return undefined
      const { status, json: body } = answer(request)
      return { ...withJson(response, body), status }
    },
  }
}

/** The error envelope as the service would send it. */
export function refusal(status: number, code: string, extra: Json = {}): WireResponse {
  const request_id = 'req_0a1b2c3d4e5f60718293a4b5'
  const error = {
    code,
    message: 'No.',
    suggestion: 'Do otherwise.',
    docs_url: 'https://example.com/docs',
    request_id,
  }
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'x-request-id': request_id,
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 60),
    },
    body: Buffer.from(JSON.stringify({ error: { ...error, ...extra } })),
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: an edit need not say that it was one
function editJson(response: WireResponse, change: (json: Json) => boolean | void): WireResponse | undefined {
  const json = jsonOf(response)
  if (!isObject(json)) return undefined
  const edited: Json = { ...json }
  return change(edited) === false ? undefined : withJson(response, edited)
}
