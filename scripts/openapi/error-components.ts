import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import provocations from '../../fixtures/simulator/provocations.json' with { type: 'json' }
import { snapshotLimitBytes } from '../../src/server/control/snapshots.ts'
import { createErrorResponse as serverErrorResponse } from '../../src/server/http/prepared-response.ts'
import { createLargeBodyRefusal } from '../../src/server/http/request-body.ts'
import { buildChoiceLink, describeSchema } from '../../src/simulator/bodies/body-schema.ts'
import { extraFieldsByCode } from '../../src/simulator/bodies/error-bodies.ts'
import { commonMembers, extraMembers } from '../../src/simulator/bodies/errors.ts'
import { type AnyErrorCode, ApiError, findErrorFact } from '../../src/simulator/specification/errors.ts'
import { createRef, type Models, type Recorded } from './components.ts'
import type { Json } from './json.ts'
import { findRecordedExchange, type RecordedRun, shownUrl } from './recorded-run.ts'

/** Returns the schemas of the error envelope, of the error in it, and of its code. */
export function createErrorModels(codes: readonly AnyErrorCode[]): Models {
  const ErrorCode = describeSchema(
    z.enum(codes),
    'The error code. Its first part is the category of the error. Clients should accept codes that they do not know.',
    { choice: 2 },
  ).meta({ 'x-to-meet-it-here': Object.fromEntries(codes.map((code) => [code, provocations[code]])) })
  const error = describeSchema(
    z.strictObject({
      code: describeSchema(ErrorCode, 'The code of the error.'),
      ...commonMembers.shape,
      ...createExtraFields(codes),
    }),
    'What went wrong. Every operation lists its error codes in `x-error-codes`.',
  )
  const ErrorBody = describeSchema(
    z.strictObject({ error: describeSchema(error, 'The error.') }),
    'The body of every error.',
  )
  return { ErrorCode, Error: error, ErrorBody }
}

/** Returns the fields that only errors with some codes have. Each description lists the codes. */
function createExtraFields(codes: readonly AnyErrorCode[]): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(extraMembers.shape).flatMap(([name, field]) => {
      const having = codes.filter((code) => extraFieldsByCode[code]?.some((each) => each === name))
      if (having.length === 0) return []
      const words = `${field.meta()?.description} Only with ${having.map((code) => `\`${code}\``).join(', ')}.`
      return [[name, field.meta({ description: words }).optional()]]
    }),
  )
}

/** The component of the header WWW-Authenticate, which every 401 has (choices 14). */
export const challengeHeader: Json = {
  description: 'How to authenticate.',
  required: true,
  schema: { type: 'string', const: 'Bearer' },
  'x-drydock-choice': buildChoiceLink(14),
}

const extraHeaders: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } },
  429: {
    'X-RateLimit-Remaining': { $ref: '#/components/headers/XRateLimitRemaining0' },
    'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  },
}

/** The error codes of one operation. */
export interface OperationErrors {
  /** The id of the operation in the document. */
  readonly operation: string
  /** The name of the operation in the recorded run. */
  readonly call: string
  readonly codes: readonly AnyErrorCode[]
}

/** Returns an example of every error of the operations, with its schema. */
export function listErrorExamples(run: RecordedRun, errors: readonly OperationErrors[]): readonly Recorded[] {
  return errors.flatMap(({ call, codes }) =>
    codes.map((code) => ({ schema: createRef('ErrorBody'), value: findErrorExample(run, call, code) })),
  )
}

/**
 * Returns the recorded body of an error. If an error does not depend on its request, it is not recorded, and the server's
 * own function creates the body.
 */
function findErrorExample(run: RecordedRun, call: string, code: AnyErrorCode): unknown {
  const recorded = findRecordedExchange(run, call, code)
  if (recorded !== undefined) return recorded.response.body
  if (extraFieldsByCode[code] !== undefined)
    throw new Error(`No response to ${call} with the error ${code} was recorded. Add one in recorded-run.ts.`)
  const isOfSnapshot = /\/snapshots?\b/.test(call) && code === 'REQUEST.BODY.TOO_LARGE'
  const error = isOfSnapshot ? createLargeBodyRefusal(snapshotLimitBytes) : new ApiError(code)
  const requestId = String(run.exchanges[0]?.response.headers['x-request-id'])
  return JSON.parse(String(serverErrorResponse(error, { requestId, headers: [], baseUrl: shownUrl }).body))
}

/** The error responses of a document. */
interface SharedResponses {
  /** The error responses, for `components/responses` of the document. */
  readonly components: Json
  /** Returns the error responses of an operation, by status. */
  responsesOf(operation: string): Json
}

/**
 * Returns the error responses of a document. Two operations share a response if its codes and the advice in it are
 * equal. `headersOf` returns the headers of a status, without the extra headers of 401 and 429.
 */
export function createErrorResponses(
  run: RecordedRun,
  errors: readonly OperationErrors[],
  headersOf: (status: number) => Json,
): SharedResponses {
  const uses = errors.flatMap((each) => groupByStatus(run, each))
  const names = nameResponses(uses)
  const first = [...new Map([...uses].reverse().map((use) => [use.key, use])).values()]
  const components = first.map((use): [string, Json] => [
    names.get(use.key) ?? '',
    createErrorResponse(use, { ...headersOf(use.status), ...extraHeaders[use.status] }),
  ])
  return {
    components: Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1))),
    responsesOf: (operation) =>
      Object.fromEntries(
        uses
          .filter((use) => use.operation === operation)
          .map(({ status, key }) => [status, { $ref: `#/components/responses/${names.get(key)}` }]),
      ),
  }
}

/** One error status of one operation, with all error codes that come with this status. */
interface StatusUse extends OperationErrors {
  readonly status: number
  /** The codes, each with an example. */
  readonly examples: readonly (readonly [AnyErrorCode, unknown])[]
  readonly key: string
}

function groupByStatus(run: RecordedRun, { operation, call, codes }: OperationErrors): readonly StatusUse[] {
  const statuses = [...new Set(codes.map((code) => findErrorFact(code).status))].sort((a, b) => a - b)
  return statuses.map((status) => {
    const here = codes.filter((code) => findErrorFact(code).status === status)
    const examples = here.map((code) => [code, findErrorExample(run, call, code)] as const)
    const advice = examples.map(([code, body]) => [code, Object(body).error?.suggestion])
    return { operation, call, codes: here, status, examples, key: JSON.stringify(advice) }
  })
}

/**
 * Names each response after its code, or after its status if it has several codes. If two responses would have the same
 * name, the one with more operations gets it. The other name begins with the name of its first operation.
 */
function nameResponses(uses: readonly StatusUse[]): ReadonlyMap<string, string> {
  const countOperations = (use: StatusUse): number => uses.filter(({ key }) => key === use.key).length
  const names = new Map<string, string>()
  for (const use of [...uses].sort((a, b) => countOperations(b) - countOperations(a))) {
    if (names.has(use.key)) continue
    const [code = '', ...others] = use.codes
    const words = others.length === 0 ? code.toLowerCase().split(/[._]/) : [STATUS_CODES[use.status] ?? '']
    const plain = words.map(capitalize).join('').replaceAll(/\W/g, '')
    names.set(use.key, [...names.values()].includes(plain) ? capitalize(use.operation) + plain : plain)
  }
  return names
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns the response of an error status, with an example of each of its codes. */
function createErrorResponse({ codes, examples }: StatusUse, headers: Json): Json {
  const shown = examples.map(([code, value]) => [code, { summary: findErrorFact(code).message, value }])
  return {
    description: codes.map((code) => `\`${code}\`: ${findErrorFact(code).message}`).join(' '),
    headers,
    content: { 'application/json': { schema: createRef('ErrorBody'), examples: Object.fromEntries(shown) } },
  }
}
