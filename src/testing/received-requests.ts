import { AssertionError } from 'node:assert'
import type { AccountControls } from '../client/account.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import {
  type ExpectedRequest,
  isExpected,
  type RequestName,
  readExpectedRequest,
} from './expected-request.ts'

/** Whether an account has received the expected requests. */
export interface RequestCheck {
  readonly pass: boolean
  /** Says what was expected and what came, for either outcome. */
  readonly message: string
  readonly matching: readonly RequestEntry[]
}

/** An account as far as its requests matter. */
export type LoggedAccount = Pick<AccountControls, 'id' | 'requests'>

const maxShown = 20
const maxBodyLength = 300

/**
 * Looks for the expected requests in the account's log. Throws OptionsError for an expectation that no request can
 * match, and like `requests.list`.
 */
export async function findReceivedRequest(
  account: LoggedAccount,
  given: RequestName | ExpectedRequest,
): Promise<RequestCheck> {
  const expected = readExpectedRequest(given)
  const entries = (await account.requests.list()).toReversed()
  const matching = entries.filter((entry) => isExpected(entry, expected))
  const { times } = expected
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  const message = [
    `Expected ${describeExpected(expected)}; the account ${account.id} received ${matching.length} such.`,
    describeRequests(entries),
  ].join('\n')
  return { pass, message, matching }
}

/** Throws an AssertionError unless the account has received the request. Returns the matching requests, oldest first. */
export async function assertReceivedRequest(
  account: LoggedAccount,
  expected: RequestName | ExpectedRequest,
): Promise<readonly RequestEntry[]> {
  const { pass, message, matching } = await findReceivedRequest(account, expected)
  if (!pass) throw new AssertionError({ message, expected, actual: matching })
  return matching
}

/** Describes logged requests, oldest first: two lines each, with the request's body and the error code. */
export function describeRequests(entries: readonly RequestEntry[]): string {
  if (entries.length === 0) return 'It received no request.'
  const shown = entries
    .slice(-maxShown)
    .flatMap((entry) => [
      `  ${entry.method} ${entry.path} -> ${entry.status}${entry.error_code === null ? '' : ` ${entry.error_code}`} (${entry.id})`,
      ...(entry.request_body === null ? [] : [`    ${shortJson(entry.request_body)}`]),
      ...(entry.lost === null ? [] : [`    A fault (${entry.lost.mode}) kept the response from the client.`]),
    ])
  const left = entries.length - maxShown
  return [
    `It received ${entries.length} ${entries.length === 1 ? 'request' : 'requests'}, oldest first:`,
    ...(left > 0 ? [`  ... ${left} before these`] : []),
    ...shown,
  ].join('\n')
}

function describeExpected({ times, ...expected }: ExpectedRequest): string {
  const count = times === undefined ? 'at least 1' : `exactly ${times}`
  const fields = Object.entries(expected)
    .filter(([name, value]) => value !== undefined || name === 'body')
    .map(([name, value]) => (name === 'operation' ? String(value) : `with ${name} ${shortJson(value)}`))
  return [count, times === undefined || times === 1 ? 'request' : 'requests', ...fields].join(' ')
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= maxBodyLength
    ? text
    : `${text.slice(0, maxBodyLength)}... (${text.length} characters)`
}
