import type { Wire } from '../../../src/conformance/selftest/mutant.ts'
import {
  jsonOf,
  type WireRequest,
  type WireResponse,
  withJson,
} from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import type { OperationName } from '../../../src/conformance/wire/operation.ts'
import { type Breakage, broken } from './breakage.ts'

/** Breakages of what a service answers with, and what reads requests and answers for them. */

export type Json = Record<string, unknown>

/** A breakage of the service's answers. */
export function answersWith(
  what: string,
  change: (response: WireResponse, request: WireRequest, wire: Wire) => WireResponse | undefined,
): Breakage {
  return broken(what, { response: change })
}

export type Operations = OperationName | readonly OperationName[]

export function isOf({ operation }: WireRequest, operations: Operations): boolean {
  return operation !== undefined && operations.includes(operation)
}

/** A breakage of the object that some operations answer well with. Undefined changes nothing. */
export function succeedsWith(
  what: string,
  operations: Operations,
  change: (json: Json, request: WireRequest) => Json | undefined,
): Breakage {
  return answersWith(what, (response, request) => changedJson(response, request, operations, change))
}

/** The answer with another object, where it is one of these operations' and a success. */
export function changedJson(
  response: WireResponse,
  request: WireRequest,
  operations: Operations,
  change: (json: Json, request: WireRequest) => Json | undefined,
): WireResponse | undefined {
  const json = jsonOf(response)
  if (!isOf(request, operations) || response.status > 299 || !isObject(json)) return undefined
  const changed = change({ ...json }, request)
  return changed === undefined ? undefined : withJson(response, changed)
}

/** The error object of an answer; undefined where it is none. */
export function errorIn(response: WireResponse): Json | undefined {
  const json = jsonOf(response)
  return isObject(json) && isObject(json['error']) ? { ...json['error'] } : undefined
}

/** A breakage of the errors with a code, or of every error: what they are instead. */
export function refusesWith(
  what: string,
  code: string | undefined,
  change: (
    error: Json,
    response: WireResponse,
    request: WireRequest,
    wire: Wire,
  ) => WireResponse | Json | undefined,
): Breakage {
  return answersWith(what, (response, request, wire) => {
    const error = errorIn(response)
    if (error === undefined || (code !== undefined && error['code'] !== code)) return undefined
    const changed = change(error, response, request, wire)
    return changed === undefined || isResponse(changed) ? changed : withJson(response, { error: changed })
  })
}

function isResponse(changed: WireResponse | Json): changed is WireResponse {
  return Buffer.isBuffer(changed['body'])
}

/** Answers well where the service refuses with this code. */
export function acceptsInsteadOf(
  code: string,
  when: (error: Json, request: WireRequest) => boolean = () => true,
): Breakage {
  return refusesWith(`${code} is let through.`, code, (error, response, request) =>
    when(error, request) ? { ...withJson(response, {}), status: 200 } : undefined,
  )
}

/** Refuses with another code than it should. */
export function confuses(
  code: string,
  other: string,
  when: (error: Json, request: WireRequest) => boolean = () => true,
): Breakage {
  return refusesWith(`${code} is told as ${other}.`, code, (error, response, request) =>
    when(error, request) ? refused(response, other) : undefined,
  )
}

/** Refuses where the service answers well. */
export function refusesGood(
  what: string,
  operations: Operations,
  code: string,
  when: (request: WireRequest, json: Json) => boolean = () => true,
): Breakage {
  return answersWith(what, (response, request) => {
    const json = jsonOf(response)
    const isGood = response.status < 300 && isObject(json)
    return isOf(request, operations) && isGood && when(request, { ...json })
      ? refused(response, code)
      : undefined
  })
}

/** The answer as an error of this code, under its own headers and request id. */
export function refused(response: WireResponse, code: string): WireResponse {
  const error = {
    code,
    message: 'It was refused.',
    suggestion: 'Ask for something else.',
    docs_url: `http://127.0.0.1/docs/errors#${code}`,
    request_id: response.headers['x-request-id'],
  }
  const headers = { ...response.headers, 'content-type': 'application/json' }
  return { ...withJson({ ...response, headers }, { error }), status: statusOf(code) }
}

function statusOf(code: string): number {
  if (code.endsWith('NOT_FOUND')) return 404
  if (code === 'REQUEST.METHOD.NOT_ALLOWED') return 405
  if (code === 'AUTH.KEY.INSUFFICIENT_SCOPE' || code === 'AUTH.KEY.SANDBOX_IN_PRODUCTION') return 403
  if (code.startsWith('AUTH.')) return 401
  return code.startsWith('WALLET.') ? 402 : 422
}

/** The object that a request carries. */
export function sent(request: WireRequest): Json {
  const json = jsonOf(request)
  return isObject(json) ? { ...json } : {}
}

/** The objects in a list. */
export function objects(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isObject).map((item) => ({ ...item })) : []
}

export function isLive({ headers }: WireRequest): boolean {
  return /^Bearer pr_live_/.test(headers['authorization'] ?? '')
}

/** The answer to a control call that ends so, changed. */
export function controlAnswers(what: string, change: (json: Json) => Json | undefined): Breakage {
  return broken(what, {
    controlResponse: (response) => {
      const json = jsonOf(response)
      const changed = isObject(json) ? change({ ...json }) : undefined
      return changed === undefined ? undefined : withJson(response, changed)
    },
  })
}

/** Tells how far the clock was advanced in spans, in milliseconds; to be given each control call. */
export function elapsedTime() {
  let elapsedMs = 0
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  return {
    ms: () => elapsedMs,
    note: (request: WireRequest): undefined => {
      if (!request.path.endsWith('/clock/advance')) return
      const [, count, unit = ''] = /^(\d+)([a-z]+)$/.exec(String(sent(request)['by'])) ?? []
      elapsedMs += Number(count) * (units[unit] ?? 0)
    },
  }
}

/** Whether an error is about a field with such a name. */
export function isAbout(shape: RegExp): (error: Json) => boolean {
  return ({ field }) => shape.test(String(field))
}

/** Changes the text of an answer, where that changes anything. */
export function rewritten(what: string, change: (text: string) => string): Breakage {
  return answersWith(what, (response) => {
    const text = response.body.toString()
    const changed = change(text)
    return changed === text ? undefined : { ...response, body: Buffer.from(changed) }
  })
}

/** Changes the label that a purchase answers with. */
export function purchase(
  what: string,
  change: (label: Json, isLiveKey: boolean) => Json | undefined,
): Breakage {
  return succeedsWith(what, 'buyLabel', (label, request) => change(label, isLive(request)))
}
