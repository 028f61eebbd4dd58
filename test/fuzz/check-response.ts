import simulatorErrors from '../../fixtures/simulator/errors.json' with { type: 'json' }
import { troubleCodes } from '../../scripts/openapi/documented-codes.ts'
import {
  type AnyErrorCode,
  errorCodes,
  findErrorFact,
  simulatorErrorCodes,
} from '../../src/simulator/specification/errors.ts'
import { envelope } from '../support/wire.ts'
import type { Call } from './call.ts'
import { findCallsAtPath } from './calls.ts'
import type { Outcome, WireResponse } from './connection.ts'
import { type FuzzRequest, normalisePath } from './request.ts'

/** A problem with a response: its description, and its kind, which stays the same when the request is made smaller. */
export interface FuzzFinding {
  readonly kind: string
  readonly what: string
}

const statuses: ReadonlySet<number> = new Set(errorCodes.map((code) => findErrorFact(code).status))

/** Error codes that any bytes may get, besides those for an unknown call and an unreadable request. */
const rawRequestCodes = [
  'AUTH.KEY.MISSING',
  'AUTH.KEY.INVALID',
  'AUTH.KEY.REVOKED',
  'AUTH.KEY.EXPIRED',
  'AUTH.KEY.INSUFFICIENT_SCOPE',
  'AUTH.RATE_LIMIT.EXCEEDED',
  'VALIDATION.FIELD.REQUIRED',
  'VALIDATION.FIELD.INVALID',
  'REQUEST.BODY.TOO_LARGE',
  'CONTROL.ACCOUNT.NOT_FOUND',
  'LABEL.NOT_FOUND',
] as const satisfies readonly AnyErrorCode[]

/** The error codes for a request to an unknown path or with an unknown method. */
const unknownCallCodes = listCodesByCondition('any path')
/** The error codes for bytes that are no request. */
const unreadableRequestCodes = listCodesByCondition('any connection')

/**
 * Returns the simulator's own error codes that the fixtures list for `where`, such as `any path`. Leaves out the code of
 * a defect, because no request may get it.
 */
function listCodesByCondition(where: string): readonly string[] {
  return Object.entries(simulatorErrors)
    .filter(([code, fact]) => fact.where === where && code !== 'REQUEST.INTERNAL.ERROR')
    .map(([code]) => code)
}

/** Checks the response to one request. Returns undefined if it is as documented. */
export function checkOutcome(request: FuzzRequest, outcome: Outcome): FuzzFinding | undefined {
  const { answers, rest, timedOut } = outcome
  if (timedOut) return { kind: 'silence', what: 'no answer came' }
  const [answer] = answers
  if (answer === undefined)
    return { kind: 'no answer', what: `the connection ended with ${rest.length} bytes` }
  if (rest.length > 0)
    return {
      kind: 'surplus',
      what: `${rest.length} bytes beyond the answer: ${rest.toString('latin1', 0, 80)}`,
    }
  const path = normalisePath(request)
  return checkResponse(answer, {
    method: request.method,
    calls: findPossibleCalls(request),
    isControl: path.startsWith('/_drydock'),
    isPage: isPage(answer, path),
  })
}

/** Checks one of the responses to arbitrary bytes. */
export function checkRawResponse(answer: WireResponse): FuzzFinding | undefined {
  return checkResponse(answer, { method: 'ANY', calls: [], isControl: false, isPage: false })
}

/** Finds a defect that the simulator reports on stderr, whatever caused it: a request, a task or a clock. */
export function findDefect(complaints: string): FuzzFinding | undefined {
  const [told] = /^.* met a defect of the simulator: .*(?:\n +at .*)*/m.exec(complaints) ?? []
  return told === undefined ? undefined : { kind: 'defect', what: told }
}

interface ParsedCommand {
  readonly method: string
  readonly calls: readonly Call[]
  readonly isControl: boolean
  /** Whether the response is a page, which belongs to no call. */
  readonly isPage: boolean
}

function checkResponse(answer: WireResponse, asked: ParsedCommand): FuzzFinding | undefined {
  const { status } = answer
  const id = readRequestId(answer)
  if (id === undefined) return { kind: 'request id', what: `${status} without one X-Request-Id` }
  if (asked.isPage) return undefined
  if (status === 204) {
    const call = asked.calls.find((each) => each.successStatus === 204)
    return call === undefined && asked.method !== 'ANY'
      ? { kind: 'undocumented 204', what: 'a 204' }
      : undefined
  }
  // A response to HEAD has no body to check, and a fault may have caused a status from 500 on. If there was a defect,
  // it is reported on stderr.
  if (asked.method === 'HEAD')
    return status < 500 || statuses.has(status) ? undefined : { kind: `head ${status}`, what: `a ${status}` }
  return status < 400 ? checkSuccess(answer, asked) : checkError(answer, { ...asked, id })
}

function checkSuccess(answer: WireResponse, { method, calls }: ParsedCommand): FuzzFinding | undefined {
  if (method === 'ANY') return undefined
  const call = calls.find((each) => each.method === method)
  if (call === undefined) return { kind: 'unknown success', what: `a ${answer.status} where nothing lives` }
  if (answer.status !== call.successStatus)
    return {
      kind: `success ${answer.status}`,
      what: `a ${answer.status}, documented is ${call.successStatus}`,
    }
  if (call.surface === 'service' && !hasLimitHeaders(answer))
    return { kind: 'limits', what: 'no rate-limit headers' }
  if (call.shape === undefined || call.shape === null) return undefined
  const body = readJson(answer)
  const parsed = call.shape.safeParse(body)
  if (parsed.success) return undefined
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  return { kind: `shape ${place.replaceAll(/\d+/g, 'N')}`, what: `${place || 'the body'}: ${issue?.message}` }
}

function checkError(
  answer: WireResponse,
  asked: ParsedCommand & { readonly id: string },
): FuzzFinding | undefined {
  const parsed = envelope.safeParse(readJson(answer))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const excerpt = answer.body.toString('utf8', 0, 160)
    return {
      kind: 'envelope',
      what: `${answer.status} ${issue?.path.join('.')} ${issue?.message}: ${excerpt}`,
    }
  }
  const { code, request_id: told } = parsed.data.error
  if (told !== asked.id) return { kind: 'request id', what: `the error says ${told}, the header ${asked.id}` }
  const known = [...errorCodes, ...simulatorErrorCodes].find((each) => each === code)
  const documented = known && findErrorFact(known).status
  if (documented !== answer.status)
    return {
      kind: `status of ${code}`,
      what: `${code} came as ${answer.status}, documented is ${documented}`,
    }
  if (!listAllowedCodes(asked).has(code))
    return { kind: code, what: `${answer.status} ${code}, which is not documented here` }
  return undefined
}

function listAllowedCodes({ method, calls, isControl }: ParsedCommand): ReadonlySet<string> {
  if (method === 'ANY') return new Set([...unreadableRequestCodes, ...unknownCallCodes, ...rawRequestCodes])
  const ofCalls = calls.filter((call) => call.method === method).flatMap((call) => [...call.codes])
  const codes = new Set(ofCalls)
  // A defect has a documented code, but it is still a finding.
  for (const code of troubleCodes) codes.delete(code)
  // A mutated path may be that of the account itself, so an earlier request may have deleted the account. Any control
  // call may then get CONTROL.ACCOUNT.NOT_FOUND.
  return new Set([
    ...codes,
    ...unreadableRequestCodes,
    ...unknownCallCodes,
    ...(isControl ? ['CONTROL.ACCOUNT.NOT_FOUND'] : []),
  ])
}

/**
 * Returns the calls that a request may be meant for, by its normalised path, which the server uses, or by its path as
 * sent.
 */
function findPossibleCalls(request: FuzzRequest): readonly Call[] {
  const [sent = ''] = request.target.split('?')
  return [...findCallsAtPath(normalisePath(request)), ...findCallsAtPath(sent)]
}

function readRequestId({ headers }: WireResponse): string | undefined {
  const ids = headers.filter(([name]) => name === 'x-request-id').map(([, value]) => value)
  const [id] = ids
  return ids.length === 1 && id !== undefined && /^req_[a-z0-9]{24}$/.test(id) ? id : undefined
}

function hasLimitHeaders({ headers }: WireResponse): boolean {
  const names = new Set(headers.map(([name]) => name))
  return ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].every((name) => names.has(name))
}

/** Whether the response is a page or the start page, which belong to neither API. */
function isPage({ status, headers }: WireResponse, path: string): boolean {
  if (status >= 400 || /^\/(?:v1|_drydock)(?:\/|$)/.test(path)) return false
  return (
    path === '/' || headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/html'))
  )
}

function readJson({ body }: WireResponse): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
