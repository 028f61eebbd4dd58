import { errorOf, isLive, type Json, keyOf, readSuccessJson } from '../../../variations/json-responses.ts'
import {
  headerOf,
  jsonOf,
  type WireRequest,
  type WireResponse,
  withHeader,
  withJson,
} from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import type { OperationName } from '../../http/operation.ts'
import { createMutantBuilder } from '../builders.ts'
import type { Alteration, Wire } from '../mutant.ts'
import { buildErrorResponse } from '../refusal.ts'

/** A parsed request to the service. */
export interface ParsedRequest {
  readonly request: WireRequest
  readonly wire: Wire
  readonly operation: OperationName | undefined
  /** The JSON object in the request body; empty if there is none. */
  readonly asked: Json
  readonly key: string
  readonly isLive: boolean
  /** The account that the request's key belongs to; empty if it is not known. */
  readonly account: string
  /** The id in the request's path; empty if there is none. */
  readonly id: string
}

/** A parsed request with its parsed response. */
export interface ParsedResponse extends ParsedRequest {
  readonly response: WireResponse
  /** True if the response is a success whose body is a JSON object. */
  readonly isGood: boolean
  /** The JSON object of a successful response; empty for any other response. */
  readonly json: Json
  /** The error code of the response; empty if it is no error. */
  readonly code: string
}

type MaybeResponse = Promise<WireResponse | undefined> | WireResponse | undefined
type MaybeRequest = Promise<WireRequest | undefined> | WireRequest | undefined

/** The functions of an alteration, called with parsed requests and responses. */
export interface ParsedHooks extends Omit<Alteration, 'request' | 'response'> {
  before?(asked: ParsedRequest): MaybeRequest
  after?(seen: ParsedResponse): MaybeResponse
}

/** Parses a request: its operation, JSON body and key, the account of the key, and the id in the path. */
export function parseRequest(request: WireRequest, wire: Wire): ParsedRequest {
  const json = jsonOf(request)
  const [bare = ''] = request.path.split('?')
  return {
    request,
    wire,
    operation: request.operation,
    asked: isObject(json) ? json : {},
    key: keyOf(request),
    isLive: isLive(request),
    account: wire.accountOf(request) ?? '',
    id: bare.split('/')[3] ?? '',
  }
}

function parseResponse(response: WireResponse, request: WireRequest, wire: Wire): ParsedResponse {
  const json = readSuccessJson(response)
  const code = String(errorOf(response)?.['code'] ?? '')
  return { ...parseRequest(request, wire), response, isGood: json !== undefined, json: json ?? {}, code }
}

/** Creates an alteration whose functions get parsed requests and responses. `open` creates these functions for each run. */
export const openParsedAlteration = (open: () => ParsedHooks) => (): Alteration => {
  const { before, after, ...others } = open()
  return {
    ...others,
    ...(before && { request: (request, wire) => before(parseRequest(request, wire)) }),
    ...(after && { response: (response, request, wire) => after(parseResponse(response, request, wire)) }),
  }
}

/** Builds mutants (broken services) whose functions get parsed messages and can remember them. */
export const buildStatefulMutant = createMutantBuilder(openParsedAlteration)

/** Builds mutants (broken services) that remember responses and change later ones. */
export const buildResponseMutant = createMutantBuilder(
  (open: () => (seen: ParsedResponse) => MaybeResponse) => openParsedAlteration(() => ({ after: open() })),
)

/** Returns a response with other values in some fields of its JSON. */
export const withFields = ({ response, json }: ParsedResponse, changes: Json): WireResponse =>
  withJson(response, { ...json, ...changes })

/** Returns an error response with the headers and the request id of the response that it replaces. */
export function withError(
  { response }: Pick<ParsedResponse, 'response'>,
  [status, code]: readonly [number, string],
  extra: Json = {},
): WireResponse {
  const request_id = headerOf(response, 'x-request-id') ?? ''
  return { ...buildErrorResponse(status, code, { ...extra, request_id }), headers: { ...response.headers } }
}

const unknownId = '000000000000000000000000'

/** Creates a request that the service refuses and counts against the rate limit, to send in place of one that must not be carried out. */
export function createHarmlessRequest(request: WireRequest): WireRequest {
  switch (request.operation) {
    case 'buyLabel':
      return withJson(request, { rate_id: `rate_${unknownId}` })
    case 'createRates':
    case 'createBatch':
    case 'registerTracker':
    case 'validateAddress':
      return withJson(request, {})
    default:
      return { ...request, path: request.path.replace(/\/(lbl|bat|trk)_[^/?]+/, `/$1_${unknownId}`) }
  }
}

/** The requests that a mutant (a broken service) refuses, and its refusal. */
interface BlockedRequests {
  readonly refusal: readonly [status: number, code: string]
  blocks(asked: ParsedRequest): boolean | Promise<boolean>
  notes?(seen: ParsedResponse): Promise<void> | void
  readonly others?: Pick<ParsedHooks, 'controlled' | 'advanced'>
}

/** Creates an alteration that refuses some requests and does not carry them out. */
export const openRefusingAlteration = (open: () => BlockedRequests) =>
  openParsedAlteration(() => {
    const { refusal: refused, blocks, notes, others = {} } = open()
    const blocked = new WeakSet<WireRequest>()
    return {
      ...others,
      before: async (asked) => {
        if (!(await blocks(asked))) return undefined
        const harmlessRequest = createHarmlessRequest(asked.request)
        blocked.add(harmlessRequest)
        return harmlessRequest
      },
      after: async (seen) => {
        if (!blocked.has(seen.request)) {
          await notes?.(seen)
          return undefined
        }
        const isOther = seen.response.status === 401 || seen.response.status === 429
        return isOther ? undefined : withError(seen, refused)
      },
    }
  })

/** Builds mutants (broken services) that refuse some requests and do not carry them out. */
export const buildRefusingMutant = createMutantBuilder(openRefusingAlteration)

/** Returns the request with another key. */
export const withKey = (request: WireRequest, key: string): WireRequest =>
  withHeader(request, 'authorization', `Bearer ${key}`)
