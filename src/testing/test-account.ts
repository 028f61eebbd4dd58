import type { Account } from '../client/account.ts'
import type { AccountInput } from '../client/accounts.ts'
import type { Connection } from '../client/http/connection.ts'
import { DrydockError } from '../client/http/drydock-error.ts'
import type { WaitOptions } from '../client/webhook-receiver.ts'
import type { RequestEntry } from '../simulator/bodies/control/requests.ts'
import type { LabelCreatedBody } from '../simulator/bodies/webhook.ts'
import type { ExpectedRequest, RequestName } from './expected-request.ts'
import { assertReceivedRequest, describeRequests } from './received-requests.ts'

/** The account of one test. */
export interface TestAccount extends Account {
  /** The simulator's URL, for the code under test. */
  readonly url: string
  /** Throws an AssertionError unless the account has received the request; returns the matching ones, oldest first. */
  assertReceived(expected: RequestName | ExpectedRequest): Promise<readonly RequestEntry[]>
  /**
   * Resolves with the next webhook event of the account, which goes to a receiver of the test unless the test sets another webhook.
   * Rejects like `waitFor` of `webhook.receive()`.
   */
  nextDelivery(options?: WaitOptions): Promise<LabelCreatedBody>
}

/** An account and its end. */
export interface OpenTestAccount {
  readonly account: TestAccount
  /** Returns the account's requests, for the report of a failed test. */
  report(): Promise<RequestReport>
  /** Deletes the account. If the test has failed, the account of a running simulator stays for inspection. */
  close(outcome: { readonly hasFailed: boolean }): Promise<void>
}

/** The requests that an account received, as a report shows them. */
export interface RequestReport {
  readonly account: string
  /** The dashboard's page of these requests. */
  readonly dashboard: string
  readonly text: string
  /** Oldest first. */
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
      const requests = (await ignoreDeleted(account.requests.list(), [])).toReversed()
      const dashboard = `${dock.url}/dashboard/${encodeURIComponent(account.id)}/requests`
      const text = `Account ${account.id} (${dashboard}). ${describeRequests(requests)}`
      return { account: account.id, dashboard, text, requests }
    },
    close: async ({ hasFailed }) => {
      if (!hasFailed) await ignoreDeleted(account.delete(), undefined)
      await receiver.close()
    },
  }
}

/** Resolves with `otherwise` if the test has deleted its account itself. */
async function ignoreDeleted<Value>(asked: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DrydockError && error.code === 'CONTROL.ACCOUNT.NOT_FOUND') return otherwise
    throw error
  }
}
