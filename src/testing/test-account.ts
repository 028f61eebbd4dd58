import type { Account } from '../client/account.ts'
import type { AccountInput } from '../client/accounts.ts'
import type { Connection } from '../client/http/connection.ts'
import { DrydockError } from '../client/http/drydock-error.ts'
import type { WaitOptions } from '../client/webhook-receiver.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import type { LabelCreatedBody } from '../simulator/bodies/webhook.ts'
import type { ExpectedRequest, RequestName } from './expected-request.ts'
import { assertReceivedRequest, describeRequests } from './received-requests.ts'

/** The account that one test uses. */
export interface TestAccount extends Account {
  /** The simulator's URL, for the code under test. */
  readonly url: string
  /** Returns the matching requests, oldest first. Throws an AssertionError unless the account has received the expected ones. */
  assertReceived(expected: RequestName | ExpectedRequest): Promise<readonly RequestEntry[]>
  /**
   * Resolves with the account's next webhook event, unless the test has set another webhook. Rejects like `waitFor` of
   * `webhook.receive()`.
   */
  nextDelivery(options?: WaitOptions): Promise<LabelCreatedBody>
}

/** The account of one test, with functions that report its requests and delete it. */
export interface OpenTestAccount {
  readonly account: TestAccount
  /** Returns the account's requests, for the report of a failed test. */
  report(): Promise<RequestReport>
  /** Deletes the account. If the test has failed, the account of a running simulator stays for inspection. */
  close(outcome: { readonly hasFailed: boolean }): Promise<void>
}

/** The requests that an account received, for the report of a failed test. */
export interface RequestReport {
  readonly account: string
  /** The URL of the dashboard's page with these requests. */
  readonly dashboard: string
  readonly text: string
  /** The requests, oldest first. */
  readonly requests: readonly RequestEntry[]
}

/** Creates an account for one test. */
export async function openTestAccount(dock: Connection, input?: AccountInput): Promise<OpenTestAccount> {
  const account = await dock.createAccount(input)
  const receiver = await account.webhook.receive()
  return {
    account: {
      ...account,
      url: dock.url,
      assertReceived: (expected) => assertReceivedRequest(account, expected),
      nextDelivery: (options) => receiver.waitFor('label.created', options),
    },
    report: async () => {
      const requests = (await ignoreDeletedAccount(account.requests.list(), [])).toReversed()
      const dashboard = `${dock.url}/dashboard/${encodeURIComponent(account.id)}/requests`
      const text = `Account ${account.id} (${dashboard}). ${describeRequests(requests)}`
      return { account: account.id, dashboard, text, requests }
    },
    close: async ({ hasFailed }) => {
      if (!hasFailed) await ignoreDeletedAccount(account.delete(), undefined)
      await receiver.close()
    },
  }
}

/** Returns the result of a call, or `fallback` if the test itself has deleted its account. */
async function ignoreDeletedAccount<Value>(call: Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await call
  } catch (error) {
    if (error instanceof DrydockError && error.code === 'CONTROL.ACCOUNT.NOT_FOUND') return fallback
    throw error
  }
}
