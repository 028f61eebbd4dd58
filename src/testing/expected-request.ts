import { checkFieldNames } from '../client/http/object-input.ts'
import { OptionsError } from '../options-error.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import { describeAllowedWords, describeValue, suggestWord } from '../simulator/requests/similar-words.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  type EndpointName,
  getOperation,
  type OperationName,
  operationNames,
} from '../simulator/specification/operations.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** The HTTP methods of requests. */
type Method = (typeof methods)[number]

/** An operation's name, or its method and path: `buyLabel`, `POST /v1/labels`, `GET /v1/labels/*`. */
export type RequestName = OperationName | EndpointName | `${Method} /${string}`

/** The requests that a test expects: a logged request must match every given field. */
export interface ExpectedRequest {
  /** The operation, by its name or by method and path. */
  readonly operation?: RequestName | undefined
  /** The HTTP method. */
  readonly method?: Method | undefined
  /** The path without its query; `{id}` matches one segment, `*` matches any characters. */
  readonly path?: string | undefined
  /** The status of the response, or a class such as `4xx`. */
  readonly status?: number | `${1 | 2 | 3 | 4 | 5}xx` | undefined
  /** A part of the request body: objects may have further fields. Asymmetric matchers such as `expect.any(String)` work. */
  readonly body?: unknown
  /** The number of matching requests; at least one by default. */
  readonly times?: number | undefined
}

const expectedRequestFields = {
  operation: true,
  method: true,
  path: true,
  status: true,
  body: true,
  times: true,
} as const

/** Returns the expected requests as an object. Throws OptionsError for a name, field or value that no request can match. */
export function readExpectedRequest(request: RequestName | ExpectedRequest): ExpectedRequest {
  const expected = typeof request === 'string' ? { operation: request } : request
  if (typeof expected !== 'object' || expected === null)
    throw new OptionsError(
      `An expected request must be an operation such as 'buyLabel', or an object such as { operation: 'buyLabel', times: 2 }.`,
    )
  const { operation, method, path, status, times } = checkFieldNames(
    expected,
    'An expected request',
    expectedRequestFields,
  )
  if (times !== undefined && !(Number.isInteger(times) && times >= 0))
    throw new OptionsError(`times must be a whole number from 0 up, not ${String(times)}.`)
  if (operation !== undefined) requireKnownOperation(operation)
  if (method !== undefined && !methods.includes(method))
    throw new OptionsError(`method ${describeAllowedWords(methods, method)}.`)
  if (path !== undefined) requireKnownPath(path)
  if (status !== undefined && !isPossibleStatus(status))
    throw new OptionsError(
      `status must be a number from 100 to 599, or a class such as '4xx', not ${describeValue(status)}.`,
    )
  return expected
}

/** Whether a logged request matches the expected one. */
export function isExpectedRequest(entry: RequestEntry, expected: ExpectedRequest): boolean {
  const { operation, method, path, status, body } = expected
  const [ownMethod, ownPath] = operation === undefined ? [] : splitMethodAndPath(operation)
  return (
    (ownMethod === undefined || entry.method === ownMethod) &&
    (method === undefined || entry.method === method) &&
    [ownPath, path].every((pattern) => pattern === undefined || isPathOfPattern(pattern, entry.path)) &&
    (status === undefined || matchesStatus(status, entry.status)) &&
    (!('body' in expected) || containsExpectedValues(body, entry.request_body))
  )
}

function requireKnownOperation(operation: string): void {
  const known = operationNames.flatMap((name) => [name, getEndpointName(name)])
  const isKnown = operationNames.some((name) => name === operation)
  if (isKnown || operation.includes('*')) return
  const [method, path] = operation.split(' ')
  const isEndpoint = operationNames.some((name) => {
    const facts = getOperation(name)
    return facts.method === method && path !== undefined && isPathOfPattern(facts.path, path)
  })
  if (isEndpoint) return
  throw new OptionsError(
    `There is no operation ${JSON.stringify(operation)}.${suggestWord(operation, known)} Operations are ${operationNames.join(', ')}.`,
  )
}

function requireKnownPath(path: string): void {
  const known = operationNames.map((name) => getOperation(name).path)
  if (
    path.includes('*') ||
    [...known, downloadLabel.path, downloadSandboxLabel.path].some((each) => isPathOfPattern(each, path))
  )
    return
  throw new OptionsError(`No operation has the path ${JSON.stringify(path)}.${suggestWord(path, known)}`)
}

function getEndpointName(name: OperationName): string {
  const { method, path } = getOperation(name)
  return `${method} ${path}`
}

function splitMethodAndPath(operation: string): readonly string[] {
  const name = operationNames.find((known) => known === operation)
  return (name === undefined ? operation : getEndpointName(name)).split(' ')
}

function isPathOfPattern(pattern: string, path: string): boolean {
  const [plain = ''] = path.split('?')
  const source = pattern
    .split(/(\*|\{\w+\})/)
    .map((part) =>
      part === '*' ? '.*' : part.startsWith('{') ? '[^/]+' : part.replace(/[.+?^$()[\]\\|{}]/g, '\\$&'),
    )
    .join('')
  // safe regex: the author of the test writes the pattern, and a path has at most 8 KiB.
  return new RegExp(`^${source}$`).test(plain)
}

function isPossibleStatus(status: unknown): boolean {
  if (typeof status === 'string') return /^[1-5]xx$/.test(status)
  return typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599
}

function matchesStatus(expected: number | string, status: number): boolean {
  return typeof expected === 'number' ? expected === status : expected === `${String(status)[0]}xx`
}

/** Whether `actual` has all values of `expected`. Lists must have the same length. */
function containsExpectedValues(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual)
  if ('asymmetricMatch' in expected && typeof expected.asymmetricMatch === 'function')
    return expected.asymmetricMatch(actual) === true
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) return false
  return Object.entries(expected).every(
    ([name, value]) =>
      Object.hasOwn(actual, name) && containsExpectedValues(value, Reflect.get(actual, name)),
  )
}
