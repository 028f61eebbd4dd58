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
  /** Calls one of the thirteen operations, with the test key unless the request names another. */
  call(operation: OperationName, request?: CallRequest): Promise<Answer>
  /** Sends any request, without a key unless the request names one. A key is never sent to another origin. */
  send(request: FreeRequest): Promise<Answer>
  /** Resolves with the value of a key that the rule needs. A `revoked` key is revoked by then, and an `expired` key has expired. */
  key(kind: Exclude<KeyKind, 'any-scope'>): Promise<string>
  /** Creates a key with exactly these scopes (needs `key:any-scope`). */
  keyWithScopes(scopes: readonly string[], environment?: 'test' | 'live'): Promise<string>
  /** Resolves with the keys of another account. Every call gives the same keys (needs `control:accounts`). */
  otherClient(): Promise<{ readonly test: string; readonly live: string }>
  /** Creates the resources that a rule needs before it can check anything. If that fails, the rule is errored and not failed. */
  readonly setup: Setup
  /** Changes the rule's account by the control protocol (needs a `control:…`). */
  readonly account: ControlledAccount
  /** True if the account was created for this rule alone. */
  readonly isOwnAccount: boolean
  /** True if the account's clock can be moved. */
  readonly hasClock: boolean
  /** Lets time pass: by the account's clock, or in real time (needs `wait(…)` for at least the sum of the spans). */
  passTime(spanMs: number): Promise<void>
  /**
   * Waits until the live wallet must show the charge of a purchase. It does not wait if the account was made for the
   * run, or if purchases are trusted to be free. `unclear` says why the wallet cannot show purchases, if it cannot.
   */
  letSettle(): Promise<{ readonly waited: boolean; readonly unclear?: string }>
  /** Resolves with the target's time in milliseconds since 1970: by the account's clock, or else by the header `Date` of responses. */
  now(): Promise<number>
  /** Opens the receiver of this rule's webhook deliveries (needs `inbox`), and sets it as the account's webhook URL if that can be set. */
  inbox(): Promise<RuleInbox>
  /** Calls `look` after each pause until its result satisfies `holds` or the wait ends. Resolves with the last result. */
  lookUntil<Seen>(
    look: () => Promise<Seen>,
    options: { readonly holds: (seen: Seen) => boolean; readonly pausesMs: readonly number[] },
  ): Promise<Seen>
  /** Returns how many requests of the rule got no response so far, repeated requests included. The target may have carried them out. */
  lostRequests(): number
  /**
   * Waits for the random walks (series of random requests) on the target. Throws RuleBroken if the target broke a
   * statement that this rule checks.
   */
  explore(): Promise<void>
  /** Reports what the target does where the specification says nothing. This never makes a rule fail. */
  observe(topic: string, value: unknown): void
  /** Ends the rule as skipped with this reason, if the target never did what the rule checks. */
  notJudged(reason: string): never
}

/** The receiver of a rule's webhook deliveries. */
export interface RuleInbox {
  readonly url: string
  /** The secret that signs webhook deliveries; undefined if it is not known (the need `secret` asks for it). */
  readonly secret: string | undefined
  /** Sets the replies to delivery attempts, by the number of the attempt for each label. The default reply is 200. */
  respond(script: (attempt: number, labelId: string | undefined) => Reply): void
  /** Waits until this many delivery attempts for a label have arrived or the wait ends. Resolves with the attempts that arrived. */
  waitFor(labelId: string, attempts?: number): Promise<readonly Arrival[]>
  /** Returns the delivery attempts for a label so far. */
  arrivals(labelId: string): readonly Arrival[]
  /** Returns all delivery attempts at the URL of the rule. If rules share the URL, some attempts may belong to other rules. */
  all(): readonly Arrival[]
}
