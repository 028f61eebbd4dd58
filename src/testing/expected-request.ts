import { checkFields } from '../client/http/object-input.ts'
import { OptionsError } from '../options-error.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import { suggestWord } from '../simulator/requests/similar-words.ts'
import {
  type EndpointName,
  type OperationName,
  operationFacts,
  operationNames,
} from '../simulator/specification/operations.ts'

/** The HTTP methods of requests. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation by its name, or by method and path: `buyLabel`, `POST /v1/labels`, `GET /v1/labels/*`. */
export type RequestName = OperationName | EndpointName | `${Method} /${string}`

/** The requests that a test expects. Each field that is given must match. */
export interface ExpectedRequest {
  /** The operation, by its name or by method and path. */
  readonly operation?: RequestName | undefined
  /** The HTTP method. */
  readonly method?: Method | undefined
  /** A path without its query; `{id}` matches one segment, `*` any characters. */
  readonly path?: string | undefined
  /** The status of the response, or a class such as `4xx`. */
  readonly status?: number | `${1 | 2 | 3 | 4 | 5}xx` | undefined
  /** A part of the request body. Objects may have further fields; asymmetric matchers of a test runner work. */
  readonly body?: unknown
  /** How many such requests; at least one if left out. */
  readonly times?: number | undefined
}

const fields = { operation: true, method: true, path: true, status: true, body: true, times: true } as const

/** A name or an object, as callers without types may pass anything. Throws OptionsError for what can match no request. */
export function readExpectedRequest(given: RequestName | ExpectedRequest): ExpectedRequest {
  const expected = typeof given === 'string' ? { operation: given } : given
  if (typeof expected !== 'object' || expected === null)
    throw new OptionsError(
      `A request is expected by its operation, as 'buyLabel' or { operation: 'buyLabel', times: 2 }.`,
    )
  const { operation, times } = checkFields(expected, 'An expected request', fields)
  if (times !== undefined && !(Number.isInteger(times) && times >= 0))
    throw new OptionsError(`times must be a whole number from 0 up, not ${String(times)}.`)
  if (operation !== undefined) checkOperation(operation)
  return expected
}

/** Whether a logged request is an expected one. */
export function isExpected(entry: RequestEntry, expected: ExpectedRequest): boolean {
  const { operation, method, path, status, body } = expected
  const [ownMethod, ownPath] = operation === undefined ? [] : methodAndPath(operation)
  return (
    (ownMethod === undefined || entry.method === ownMethod) &&
    (method === undefined || entry.method === method) &&
    [ownPath, path].every((pattern) => pattern === undefined || isPathOf(pattern, entry.path)) &&
    (status === undefined || isStatusOf(status, entry.status)) &&
    (!('body' in expected) || isPartOf(body, entry.request_body))
  )
}

function checkOperation(operation: string): void {
  const known = operationNames.flatMap((name) => [name, endpointOf(name)])
  const isKnown = operationNames.some((name) => name === operation)
  if (isKnown || operation.includes('*')) return
  const [method, path] = operation.split(' ')
  const isEndpoint = operationNames.some((name) => {
    const facts = operationFacts(name)
    return facts.method === method && path !== undefined && isPathOf(facts.path, path)
  })
  if (isEndpoint) return
  throw new OptionsError(
    `There is no operation ${JSON.stringify(operation)}.${suggestWord(operation, known)} Operations are ${operationNames.join(', ')}.`,
  )
}

function endpointOf(name: OperationName): string {
  const { method, path } = operationFacts(name)
  return `${method} ${path}`
}

function methodAndPath(operation: string): readonly string[] {
  const name = operationNames.find((known) => known === operation)
  return (name === undefined ? operation : endpointOf(name)).split(' ')
}

function isPathOf(pattern: string, path: string): boolean {
  const [plain = ''] = path.split('?')
  const source = pattern
    .split(/(\*|\{\w+\})/)
    .map((part) =>
      part === '*' ? '.*' : part.startsWith('{') ? '[^/]+' : part.replace(/[.+?^$()[\]\\|{}]/g, '\\$&'),
    )
    .join('')
  // regex bound: the pattern is the test's own, and the path at most 8 KiB.
  return new RegExp(`^${source}$`).test(plain)
}

function isStatusOf(expected: number | string, status: number): boolean {
  return typeof expected === 'number' ? expected === status : expected === `${String(status)[0]}xx`
}

/** Whether each part of `expected` is in `actual`. Lists must have the same length. */
function isPartOf(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual)
  if ('asymmetricMatch' in expected && typeof expected.asymmetricMatch === 'function')
    return expected.asymmetricMatch(actual) === true
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) return false
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(actual, name) && isPartOf(value, Reflect.get(actual, name)),
  )
}
