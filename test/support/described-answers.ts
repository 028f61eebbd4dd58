import assert from 'node:assert/strict'
import type * as z from 'zod'
import { listCallCodes, listOperationCodes } from '../../scripts/openapi/documented-codes.ts'
import { documentedOperations } from '../../scripts/openapi/service-operations.ts'
import { controlCalls as describedCalls } from '../../src/simulator/bodies/control/control-responses.ts'
import { anyErrorBody } from '../../src/simulator/bodies/error-bodies.ts'
import { serviceResponses } from '../../src/simulator/bodies/service-responses.ts'
import { findErrorFact } from '../../src/simulator/specification/errors.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { parseStreamEvents } from './event-stream.ts'

/** The parts of a request and its response that are checked against the schemas. */
interface Exchange {
  /** The origin of the server. */
  readonly origin: string
  readonly method: string
  /** The path from the root of the server, without a query. */
  readonly path: string
  readonly status: number
  readonly body: unknown
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A call with schemas for its responses by status: null for no body, undefined for a body that is not JSON. */
interface DescribedCall {
  readonly method: string
  /** The error codes that the call's OpenAPI document lists. */
  readonly codes: readonly string[]
  readonly pattern: RegExp
  readonly answers: ReadonlyMap<number, z.ZodType | null | undefined>
}

const serviceCalls: readonly DescribedCall[] = documentedOperations.map((operation) => {
  const { method, path, successStatus } = operation
  const name = keysOf(serviceResponses).find((each) => each === operation.name)
  return {
    method,
    pattern: compilePathPattern(path),
    answers: new Map([[successStatus, name && serviceResponses[name]]]),
    codes: listOperationCodes(operation),
  }
})

const controlCalls: readonly DescribedCall[] = keysOf(describedCalls).map((call) => {
  const [method = '', path = ''] = call.split(' ')
  const answers = Object.entries(describedCalls[call].responses).map(
    ([status, body]): [number, z.ZodType | null] => [Number(status), body],
  )
  return {
    method,
    pattern: compilePathPattern(path === '/' ? '/?' : path),
    answers: new Map(answers),
    codes: listCallCodes(call),
  }
})
function compilePathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

const deviatingUrls = new Set<string>()

/** Stops the checks of all later responses from this URL, because a test changes these responses on purpose. */
export function stopChecksOfUrl(url: string): void {
  deviatingUrls.add(url)
}

/** Returns the path of a URL of the simulator. Other URLs may be those of webhook receivers. */
const simulatorPath =
  /^\/(?:v1|_drydock|dashboard|docs|assets|postman|(?:openapi|arazzo)\.\w+|favicon\.ico)(?:\/|$)/

/**
 * Fails if a response of the simulator has no unique request id, or does not match a schema of its call. Paths outside
 * the service and the control protocol have no schemas.
 */
export function assertDescribed(exchange: Exchange): void {
  const { origin, path, method, status, headers } = exchange
  if (deviatingUrls.has(origin)) return
  if (simulatorPath.test(path)) {
    // Node joins the values of a repeated header.
    const requestId = String(headers['x-request-id'])
    const asked = `${method} ${path} got ${status}`
    assert.match(requestId, /^req_[a-z0-9]{24}$/, `${asked} without exactly one request id`)
  }
  if (method === 'HEAD') return
  if (path.startsWith('/v1/')) assertAnswer(exchange, serviceCalls, path)
  if (path === '/_drydock' || path.startsWith('/_drydock/'))
    assertAnswer(exchange, controlCalls, path.slice('/_drydock'.length))
}

function assertAnswer(exchange: Exchange, calls: readonly DescribedCall[], path: string): void {
  const { method, status, body, bytes, headers } = exchange
  const asked = `${method} ${exchange.path} got ${status}`
  const call = calls.find((each) => each.method === method && each.pattern.test(path))
  if (status >= 400) {
    assertError(exchange, { call, asked })
    return
  }
  assert(call?.answers.has(status) === true, `${asked}, which is not described`)
  const schema = call?.answers.get(status)
  if (schema === undefined) assert.equal(headers['content-type'], 'application/pdf')
  else if (headers['content-type']?.includes('text/event-stream') === true)
    parseStreamEvents(Buffer.from(bytes).toString())
  else if (schema === null) assert.equal(bytes.length, 0, `${asked} with a body, which is not described`)
  else assertShape(schema, body, asked)
}

interface Asked {
  /** The described call; undefined if no call has this path. */
  readonly call: DescribedCall | undefined
  readonly asked: string
}

function assertError({ status, body, headers }: Exchange, { call, asked }: Asked): void {
  const { code, request_id } = assertShape(anyErrorBody, body, asked).error
  assert.equal(status, findErrorFact(code).status, `${asked}, which is not the status of ${code}`)
  assert.equal(request_id, headers['x-request-id'], `${asked} with two request ids`)
  if (call !== undefined)
    assert(call.codes.includes(code), `${asked} ${code}, which its OpenAPI document does not list`)
}

function assertShape<Output>(schema: z.ZodType<Output>, body: unknown, asked: string): Output {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  assert.fail(
    `${asked} with a body that its schema does not describe: ${issue?.path.join('.')} ${issue?.message}`,
  )
}
