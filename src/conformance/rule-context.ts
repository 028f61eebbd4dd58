import type { CallRequest, FreeRequest } from './call-request.ts'
import type { Answer } from './http/answer.ts'
import type { OperationName } from './http/operation.ts'
import type { Setup } from './setup/prerequisites.ts'
import type { ControlledAccount } from './target/account.ts'
import type { Arrival, Reply } from './target/arrival.ts'
import type { KeyKind } from './target/need.ts'
import type { Profile } from './target/profile.ts'

/** The functions that the body of a rule can use. */
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
  /** Creates what the rule needs before it can judge anything. If that fails, the rule is errored and not failed. */
  readonly setup: Setup
  /** Drives the rule's account by the control protocol (needs a `control:…`). */
  readonly account: ControlledAccount
  /** Whether the account was created for this rule alone. */
  readonly isOwnAccount: boolean
  /** Whether the account's clock can be moved. */
  readonly hasClock: boolean
  /** Lets time pass: by the account's clock, or in real time (needs `wait(…)` for at least the sum of the spans). */
  passTime(spanMs: number): Promise<void>
  /**
   * Waits until the live wallet must show a purchase. It does not wait if the account was made for the run, or if purchases
   * are trusted to be free. `unclear` says why the wallet cannot show purchases, if it cannot.
   */
  letSettle(): Promise<{ readonly waited: boolean; readonly unclear?: string }>
  /** Resolves with the target's time in milliseconds since 1970: by the account's clock, or else by the header `Date` of responses. */
  now(): Promise<number>
  /** Opens the receiver of this rule's deliveries (needs `inbox`), and sets it as the account's webhook URL if that can be set. */
  inbox(): Promise<RuleInbox>
  /** Calls `look` after each pause until its result satisfies `holds` or the wait ends. Resolves with the last result. */
  lookUntil<Seen>(
    look: () => Promise<Seen>,
    options: { readonly holds: (seen: Seen) => boolean; readonly pausesMs: readonly number[] },
  ): Promise<Seen>
  /**
   * Returns how many requests of the rule got no response so far, repeated requests included. The target may have
   * carried them out.
   */
  lostRequests(): number
  /** Waits for the walks through the target. Throws RuleBroken if a walk broke a statement that this rule judges. */
  explore(): Promise<void>
  /** Reports what the target does where the specification says nothing. An observation is never a verdict. */
  observe(topic: string, value: unknown): void
  /** Ends the rule as skipped with this reason: the target never did what the rule is about. */
  notJudged(reason: string): never
}

/** The receiver of a rule's webhook deliveries. */
export interface RuleInbox {
  readonly url: string
  /** The signing secret; undefined if it is not known (the need `secret` asks for it). */
  readonly secret: string | undefined
  /** Sets the replies to attempts, by the number of the attempt for each label. The default reply is 200. */
  respond(script: (attempt: number, labelId: string | undefined) => Reply): void
  /** Waits until this many attempts for a label have arrived or the wait ends. Resolves with the attempts that arrived. */
  waitFor(labelId: string, attempts?: number): Promise<readonly Arrival[]>
  /** Returns the attempts for a label so far. */
  arrivals(labelId: string): readonly Arrival[]
  /** Returns all attempts at the address of the rule. If rules share the address, some attempts may belong to other rules. */
  all(): readonly Arrival[]
}
