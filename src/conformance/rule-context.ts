import type { CallRequest, FreeRequest } from './call-request.ts'
import type { Answer } from './http/answer.ts'
import type { OperationName } from './http/operation.ts'
import type { Setup } from './setup/prerequisites.ts'
import type { ControlledAccount } from './target/account.ts'
import type { Arrival, Reply } from './target/arrival.ts'
import type { KeyKind } from './target/need.ts'
import type { Profile } from './target/profile.ts'

/** All that the body of a rule can do. */
export interface RuleContext {
  readonly baseUrl: string
  readonly profile: Profile
  /** Calls one of the thirteen operations, with the test key unless the request names another. */
  call(operation: OperationName, request?: CallRequest): Promise<Answer>
  /** Sends any request, without a key unless the request names one. A key is never sent to another origin. */
  send(request: FreeRequest): Promise<Answer>
  /** The value of a key that the rule needs. For `revoked` and `expired`, the key has been revoked or has expired. */
  key(kind: Exclude<KeyKind, 'any-scope'>): Promise<string>
  /** A new key with exactly these scopes (needs `key:any-scope`). */
  keyWithScopes(scopes: readonly string[], environment?: 'test' | 'live'): Promise<string>
  /** The keys of another account of the target, the same at each call (needs `control:accounts`). */
  otherClient(): Promise<{ readonly test: string; readonly live: string }>
  /** Makes what the rule needs before it can judge anything. If that fails, the rule is errored and not failed. */
  readonly setup: Setup
  /** Drives the rule's account by the control protocol (needs a `control:…`). */
  readonly account: ControlledAccount
  /** Whether the account is made for this rule alone. */
  readonly isOwnAccount: boolean
  /** Whether the account's clock can be moved. */
  readonly hasClock: boolean
  /** Lets time pass: by the account's clock, or in real time (needs `wait(…)` for at least the sum of the spans). */
  passTime(spanMs: number): Promise<void>
  /**
   * Waits until a purchase surely shows in the live wallet; it does not wait for money that is invented or trusted.
   * `unclear` says why the wallet could show nothing, if it could not.
   */
  letSettle(): Promise<{ readonly waited: boolean; readonly unclear?: string }>
  /** The target's time in milliseconds since 1970: by the account's clock, or else by the header `Date` of its answers. */
  now(): Promise<number>
  /** The receiver of this rule's deliveries (needs `inbox`). It is set as the account's webhook URL if that can be set. */
  inbox(): Promise<RuleInbox>
  /** Looks again after each pause until what is seen `holds` or the run's patience ends; resolves with what was seen last. */
  lookUntil<Seen>(
    look: () => Promise<Seen>,
    options: { readonly holds: (seen: Seen) => boolean; readonly pausesMs: readonly number[] },
  ): Promise<Seen>
  /** How many requests of the rule got no answer so far, also those sent again. Whether they were carried out is unknown. */
  lostRequests(): number
  /** Waits for the walks through the target. Throws RuleBroken if a walk broke a statement that this rule stands for. */
  explore(): Promise<void>
  /** Reports what the target does where the specification says nothing. It is never a verdict. */
  observe(topic: string, value: unknown): void
  /** Ends the rule as skipped with this reason: the target never did what the rule is about. */
  notJudged(reason: string): never
}

/** The receiver of a rule's webhook deliveries. */
export interface RuleInbox {
  readonly url: string
  /** The signing secret; undefined if it is not known (the need `secret` asks for it). */
  readonly secret: string | undefined
  /** Sets how attempts are answered, by their number for each label. Without it they are answered with 200. */
  respond(script: (attempt: number, labelId: string | undefined) => Reply): void
  /** Waits until so many attempts for a label have come or the run's patience ends; resolves with those that came. */
  waitFor(labelId: string, attempts?: number): Promise<readonly Arrival[]>
  /** The attempts for a label so far. */
  arrivals(labelId: string): readonly Arrival[]
  /** All attempts at the rule's address. If other rules share the address, some may be theirs. */
  all(): readonly Arrival[]
}
