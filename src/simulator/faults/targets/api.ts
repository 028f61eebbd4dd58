import operationTable from '../../../../fixtures/spec/operations.json' with { type: 'json' }
import { type ErrorCode, errorCodes, filterErrorCodes } from '../../specification/errors.ts'
import { endpointNames } from '../../specification/operations.ts'
import type { Mode, Modes, Target } from '../target.ts'

/** Faults of requests to the service and of their responses; they take effect in `server/api-fault.ts`. */

const endpoints = Object.values(operationTable).map(({ method, path, errors }) => ({
  name: `${method} ${path}`,
  errors,
}))

/** The error codes that every endpoint can respond with, even if the table of the endpoint does not list them. */
const everywhere: readonly ErrorCode[] = [
  'AUTH.KEY.MISSING',
  'AUTH.KEY.INVALID',
  'AUTH.KEY.REVOKED',
  'AUTH.KEY.EXPIRED',
  'AUTH.KEY.INSUFFICIENT_SCOPE',
  'AUTH.RATE_LIMIT.EXCEEDED',
]

type ApiMode = Mode & {
  /** Whether the client gets no readable response. With the phase `before`, the request is not carried out. */
  readonly losesResponse: boolean
}

const modes = {
  latency: {
    takes: ['phase', 'latency_ms'],
    latencyMs: 1_000,
    does: 'the service waits before it carries out the request, or before it sends the response',
    losesResponse: false,
  },
  error: {
    takes: ['phase', 'code', 'status', 'message'],
    does: 'the error with that code; without one, 500 `REQUEST.INTERNAL.ERROR`',
    losesResponse: false,
  },
  rate_limited: {
    takes: ['phase'],
    does: '429 `AUTH.RATE_LIMIT.EXCEEDED` with `Retry-After`',
    losesResponse: false,
  },
  reset: {
    takes: ['phase'],
    does: 'the connection ends in a TCP reset',
    losesResponse: true,
  },
  empty: {
    takes: ['phase', 'status'],
    does: 'a success status, or the status that the fault gives, without a body',
    losesResponse: true,
  },
  garbage: {
    takes: ['phase', 'status'],
    does: 'a success status, or the status that the fault gives, with bytes that are neither JSON nor UTF-8',
    losesResponse: true,
  },
  slow_body: {
    takes: ['phase', 'latency_ms'],
    latencyMs: 1_000,
    does: 'the body of the response arrives in pieces, spread over that time',
    losesResponse: false,
  },
} as const satisfies Modes<ApiMode>

/** Returns a mode of the fault target `api` by its name. */
export function getApiMode(name: keyof typeof modes): ApiMode {
  return modes[name]
}

export const api = {
  names: ['api'],
  shownAs: ['api'],
  label: 'api',
  operations: endpointNames,
  operationsHelp: 'of api: an endpoint such as "POST /v1/labels"',
  modes,
  codesOn: (operation) => {
    if (operation === '*') return errorCodes
    const found = endpoints.find(({ name }) => name === operation)
    return found === undefined ? [] : [...filterErrorCodes(found.errors), ...everywhere]
  },
} as const satisfies Target
