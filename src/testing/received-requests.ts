import { AssertionError } from 'node:assert'
import type { AccountControls } from '../client/account.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import {
  type ExpectedRequest,
  isExpectedRequest,
  type RequestName,
  readExpectedRequest,
} from './expected-request.ts'

/** Whether an account has received the expected requests, with the message of an assertion. */
export interface RequestCheck {
  readonly pass: boolean
  /** Lists the expected and the received requests, whether the check passes or not. */
  readonly message: string
  /** The message for a test that asserts with `.not` that the account has not received the request. */
  readonly messageOfOpposite: string
  readonly matching: readonly RequestEntry[]
}

/** An account with its request log. */
export type LoggedAccount = Pick<AccountControls, 'id' | 'requests'>

const maxShownRequests = 20
const maxBodyLength = 300

/**
 * Searches the account's log for the expected requests. Throws OptionsError if no request can match, and like
 * `requests.list`.
 */
export async function checkReceivedRequest(
  account: LoggedAccount,
  given: RequestName | ExpectedRequest,
): Promise<RequestCheck> {
  const expected = readExpectedRequest(given)
  const entries = (await account.requests.list()).toReversed()
  const matching = entries.filter((entry) => isExpectedRequest(entry, expected))
  const { times } = expected
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  const createMessage = (wanted: string): string =>
    [
      `Expected ${wanted}; the account ${account.id} received ${matching.length} that match.`,
      describeRequests(entries),
    ].join('\n')
  return {
    pass,
    message: createMessage(describeExpectedRequest(expected)),
    messageOfOpposite: createMessage(describeUnexpectedRequest(expected)),
    matching,
  }
}

/** Throws an AssertionError unless the account has received the request. Returns the matching requests, oldest first. */
export async function assertReceivedRequest(
  account: LoggedAccount,
  expected: RequestName | ExpectedRequest,
): Promise<readonly RequestEntry[]> {
  const { pass, message, matching } = await checkReceivedRequest(account, expected)
  if (!pass) throw new AssertionError({ message, expected, actual: matching })
  return matching
}

/** Describes logged requests, oldest first: the status and error code of each, and its body on a second line. */
export function describeRequests(entries: readonly RequestEntry[]): string {
  if (entries.length === 0) return 'It received no request.'
  const shown = entries
    .slice(-maxShownRequests)
    .flatMap((entry) => [
      `  ${entry.method} ${entry.path} -> ${entry.status}${entry.error_code === null ? '' : ` ${entry.error_code}`} (${entry.id})`,
      ...(entry.request_body === null ? [] : [`    ${shortenJson(entry.request_body)}`]),
      ...(entry.lost === null ? [] : [`    A fault (${entry.lost.mode}) kept the response from the client.`]),
    ])
  const left = entries.length - maxShownRequests
  return [
    `It received ${entries.length} ${entries.length === 1 ? 'request' : 'requests'}, oldest first:`,
    ...(left > 0 ? [`  ... ${left} before these`] : []),
    ...shown,
  ].join('\n')
}

function describeExpectedRequest({ times, ...expected }: ExpectedRequest): string {
  const count = times === undefined ? 'at least 1' : `exactly ${times}`
  return [
    count,
    times === undefined || times === 1 ? 'request' : 'requests',
    ...describeFields(expected),
  ].join(' ')
}

function describeUnexpectedRequest({ times, ...expected }: ExpectedRequest): string {
  const count = times === undefined ? 'no request' : `another number of requests than ${times}:`
  return [count, ...describeFields(expected)].join(' ')
}

const describeFields = (expected: Omit<ExpectedRequest, 'times'>): readonly string[] =>
  Object.entries(expected)
    .filter(([name, value]) => value !== undefined || name === 'body')
    .map(([name, value]) => (name === 'operation' ? String(value) : `with ${name} ${shortenJson(value)}`))

function shortenJson(value: unknown): string {
  const text = JSON.stringify(value, showMatcher) ?? String(value)
  return text.length <= maxBodyLength
    ? text
    : `${text.slice(0, maxBodyLength)}... (${text.length} characters)`
}

/** Returns a regular expression or an asymmetric matcher of a test runner as text, which JSON would show as an empty object. */
function showMatcher(_: string, value: unknown): unknown {
  if (value instanceof RegExp) return String(value)
  return typeof Object(value).asymmetricMatch === 'function' ? String(value) : value
}
