import type { CallRequest, FreeRequest } from './call-request.ts'
import type { Setup } from './setup/prerequisites.ts'
import type { ControlledAccount } from './target/account.ts'
import type { Arrival, Reply } from './target/arrival.ts'
import type { KeyKind } from './target/need.ts'
import type { Profile } from './target/profile.ts'
import type { Answer } from './wire/answer.ts'
import type { OperationName } from './wire/operation.ts'

/** Everything a rule's body can do. */
export interface RuleContext {
  readonly baseUrl: string
  readonly profile: Profile
  /** Calls one of the thirteen operations, with the test key unless told otherwise. */
  call(operation: OperationName, request?: CallRequest): Promise<Answer>
  /** Sends any request; without a key unless one is given. A URL of another origin never gets the key. */
  send(request: FreeRequest): Promise<Answer>
  /** The value of a key; for `revoked` and `expired` it has been made so. Only kinds that the rule needs. */
  key(kind: Exclude<KeyKind, 'any-scope'>): Promise<string>
  /** A new key with exactly these scopes (needs `key:any-scope`). */
  keyWithScopes(scopes: readonly string[], environment?: 'test' | 'live'): Promise<string>
  /** The keys of another client of the target, the same each time (needs `control:accounts`). */
  otherClient(): Promise<{ readonly test: string; readonly live: string }>
  /** What has to be there before the rule can ask its question. It failing is no verdict: the rule is errored. */
  readonly setup: Setup
  /** The rule's account by the control protocol (needs a `control:…`). */
  readonly account: ControlledAccount
  /** True where nobody else uses the account. */
  readonly isOwnAccount: boolean
  /** True where the account's clock can be moved. */
  readonly hasClock: boolean
  /** Lets time pass, by the account's clock or for real (needs `wait(…)`, at least as long in all). */
  passTime(spanMs: number): Promise<void>
  /**
   * Waits until the live wallet is sure to show what was bought, but for money that is made up or trusted; says why it
   * shows nothing, where it does not.
   */
  letSettle(): Promise<{ readonly waited: boolean; readonly unclear?: string }>
  /** What time it is for the target, in milliseconds since 1970: its clock's, else what its Date header says. */
  now(): Promise<number>
  /** Where this rule's deliveries arrive (needs `inbox`); set as the account's webhook where that can be done. */
  inbox(): Promise<RuleInbox>
  /** Looks again after each of these pauses until it holds, for as long as the run's patience; gives what was seen last. */
  lookUntil<Seen>(
    look: () => Promise<Seen>,
    options: { readonly holds: (seen: Seen) => boolean; readonly pausesMs: readonly number[] },
  ): Promise<Seen>
  /** How many requests of the rule got no answer so far, those asked again included: nobody knows whether they were carried out. */
  lostRequests(): number
  /** What walks through the target have found for this rule. Throws like any judgement where they broke a sentence. */
  explore(): Promise<void>
  /** Reports what the target does where the specification is silent. Never a verdict. */
  observe(topic: string, value: unknown): void
  /** The target never did what the rule is about: the rule ends as skipped, with this reason. */
  notJudged(reason: string): never
}

export interface RuleInbox {
  readonly url: string
  /** Undefined where it is not known (the need `secret`). */
  readonly secret: string | undefined
  /** How attempts are answered, by their number for each label; 200 until something is said. */
  respond(script: (attempt: number, labelId: string | undefined) => Reply): void
  /** Waits until so many attempts for a label have come, for as long as the run's patience; gives what came. */
  waitFor(labelId: string, attempts?: number): Promise<readonly Arrival[]>
  /** What has come for a label so far. */
  arrivals(labelId: string): readonly Arrival[]
  /** Everything that came to the rule's own address; nothing is certain where the address is shared. */
  all(): readonly Arrival[]
}
