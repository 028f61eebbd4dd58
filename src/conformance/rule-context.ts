import type { CallRequest, FreeRequest } from './call-request.ts'
import type { Answer } from './http/answer.ts'
import type { OperationName } from './http/operation.ts'
import type { Setup } from './setup/prerequisites.ts'
import type { ControlledAccount } from './target/account.ts'
import type { Arrival, Reply } from './target/arrival.ts'
import type { KeyKind } from './target/need.ts'
import type { Profile } from './target/profile.ts'

/** The functions that the code of a rule can use. */
export interface RuleContext {
  readonly baseUrl: string
  readonly profile: Profile
  /** Sends a request to one of the thirteen operations, with the test key unless the request names another key. */
  call(operation: OperationName, request?: CallRequest): Promise<Answer>
  /** Sends any request, without an API key unless the request names one. A key is never sent to another origin than the target's. */
  send(request: FreeRequest): Promise<Answer>
  /** Resolves with the value of a key that the rule needs. A `revoked` key is revoked by then, and an `expired` key has expired. */
  key(kind: Exclude<KeyKind, 'any-scope'>): Promise<string>
  /** Creates an API key with exactly these scopes (needs `key:any-scope`). */
  createKeyWithScopes(scopes: readonly string[], environment?: 'test' | 'live'): Promise<string>
  /** Resolves with the API keys of another account, the same keys each time (needs `control:accounts`). */
  getOtherClientKeys(): Promise<{ readonly test: string; readonly live: string }>
  /** Functions that create the resources that a rule needs before it can check anything. If they fail, the rule is errored and not failed. */
  readonly setup: Setup
  /** Functions that change the rule's account by the control protocol (needs a `control:…`). */
  readonly account: ControlledAccount
  /** True if the account was created for this rule alone. */
  readonly isOwnAccount: boolean
  /** True if the account's clock can be moved. */
  readonly hasClock: boolean
  /** Lets time pass: moves the account's clock, or else waits (needs `wait(…)` for at least the sum of the spans). */
  passTime(spanMs: number): Promise<void>
  /**
   * Waits until a charge for the purchases so far would show in the live wallet. Does not wait if the run created the
   * account, or if purchases are assumed to be free. `unclear` says why the wallet cannot show purchases; left out if
   * it can.
   */
  waitForCharges(): Promise<{ readonly waited: boolean; readonly unclear?: string }>
  /** Resolves with the target's time in milliseconds since 1970: by the account's clock, or else by the header `Date` of responses. */
  now(): Promise<number>
  /** Opens a receiver for this rule's webhook deliveries (needs `inbox`), and sets it as the account's webhook URL if that is possible. */
  inbox(): Promise<RuleInbox>
  /** Calls `look` again after each pause until the result satisfies `holds` or the time is over. Resolves with the last result. */
  lookUntil<Seen>(
    look: () => Promise<Seen>,
    options: { readonly holds: (seen: Seen) => boolean; readonly pausesMs: readonly number[] },
  ): Promise<Seen>
  /** Returns how many requests of the rule got no response so far. The target may have carried them out. */
  countLostRequests(): number
  /**
   * Waits until the random walks (series of random requests) on the target have ended. Throws RuleBroken if the target
   * broke a statement of the specification that this rule checks.
   */
  explore(): Promise<void>
  /** Adds to the report what the target does where the specification says nothing. This never makes a rule fail. */
  observe(topic: string, value: unknown): void
  /** Ends the rule as skipped with this reason. Called if the target never did what the rule checks. */
  notJudged(reason: string): never
}

/** The receiver of a rule's webhook deliveries. */
export interface RuleInbox {
  readonly url: string
  /** The secret with which the target signs webhook deliveries; undefined if unknown (a rule with the need `secret` always gets it). */
  readonly secret: string | undefined
  /** Sets the replies to webhook delivery attempts, by the number of the attempt and the label. The default reply is 200. */
  respond(script: (attempt: number, labelId: string | undefined) => Reply): void
  /** Waits until this many delivery attempts for a label have arrived or the time is over. Resolves with the attempts that arrived. */
  waitFor(labelId: string, attempts?: number): Promise<readonly Arrival[]>
  /** Returns the delivery attempts for a label that have arrived so far. */
  arrivals(labelId: string): readonly Arrival[]
  /** Returns all delivery attempts at the URL of the rule. If rules share the URL, some attempts may belong to other rules. */
  all(): readonly Arrival[]
}
