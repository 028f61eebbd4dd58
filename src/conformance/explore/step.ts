import type { Answer } from '../http/answer.ts'
import type { OperationName } from '../http/operation.ts'
import type { Fired } from '../target/account.ts'
import type { Arrival, Reply } from '../target/arrival.ts'

/**
 * What is planned is a script of actions, which say everything by names and references, so that they mean the same on any
 * account. What has happened is a history of steps, which hold what was really sent and seen. Judges read steps alone.
 */

/** Two clients of the service that know nothing of each other, each with an account and a clock of its own. */
export type ClientName = 'a' | 'b'
export type Environment = 'test' | 'live'

/** `s1`, `s2`, …: a step of a walk keeps its name also when others before it are left out. */
export type StepId = `s${number}`

/** Something that an earlier step was answered with, by what it is, not by where it stands. */
export interface Reference {
  readonly $: StepId
  readonly take: ReferenceTarget
  /** Which of several, from 0 on. */
  readonly at?: number
  /** An item without one of its fields. */
  readonly without?: string
  /** So many of the same, in a list. */
  readonly times?: number
}

/**
 * `rate`, `label`, `batch`, `tracker`: its id. `item`: an item of a batch made of a rate and what it was quoted for.
 * `key`: a key that a step has made. `account`: a carrier account that a step has connected.
 */
export type ReferenceTarget =
  | 'rate'
  | 'item'
  | 'label'
  | 'tracking_number'
  | 'batch'
  | 'tracker'
  | 'key'
  | 'account'

/** An address or a parcel of the profile: a script never holds somebody's data. */
export interface ProfileReference {
  readonly $: 'profile'
  readonly take:
    | 'from'
    | 'to'
    | 'residential'
    | 'commercial'
    | 'undeliverable'
    | 'ambiguous'
    | 'standard'
    | 'overweight'
  /** With other texts in some of its fields; `{}` stands for what is there. */
  readonly with?: Readonly<Record<string, string>>
}

/** A key by its name. `limited`, `revoked` and `expired` are given by the user where none can be made. */
export type KeyName =
  | Environment
  | 'limited'
  | 'revoked'
  | 'expired'
  | 'none'
  | 'malformed'
  | 'unknown'
  | Reference

/** The thirteen operations, and the PDF of a label, which has no name in the table. */
export type WalkOperation = OperationName | 'downloadLabel'

/** A request to the service. */
export interface CallAction {
  readonly do: 'call'
  readonly client: ClientName
  readonly key: KeyName
  readonly operation: WalkOperation
  /** In the place of `{id}`; a text is an id that nobody was given. */
  readonly id?: Reference | string
  /** JSON with references in it. */
  readonly body?: unknown
}

/** Something that only the control protocol can do, or the receiver of deliveries. */
export type ControlAction = { readonly client: ClientName } & (
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'next'; readonly kind: 'webhook' | 'rate_expiry' | 'poll' | 'batch' | 'any' }
  | { readonly do: 'add fault'; readonly fault: Readonly<Record<string, unknown>> }
  | { readonly do: 'clear faults' }
  | { readonly do: 'set wallet'; readonly change: WalletChange }
  /** A webhook URL of its own for each time: the first, the one after it, … */
  | { readonly do: 'set webhook' /** The URL that is set already. */; readonly again?: true }
  | { readonly do: 'clear webhook' }
  /** How the receiver answers from here on. */
  | { readonly do: 'answer deliveries'; readonly reply: Reply }
  | {
      readonly do: 'create key'
      readonly environment: Environment
      readonly scopes?: readonly string[]
      readonly expiresInSeconds?: number
    }
  | { readonly do: 'revoke key'; readonly key: Reference }
  | { readonly do: 'scan'; readonly label: Reference }
  | { readonly do: 'script tracking'; readonly number: Reference; readonly name: string }
  | {
      readonly do: 'add event'
      readonly number: Reference
      readonly status: string
      readonly detail?: string
    }
  | {
      readonly do: 'connect carrier'
      readonly carrier: string
      readonly credentials: 'valid' | 'rejected'
    }
  | { readonly do: 'disconnect carrier'; readonly account: Reference }
)

export interface WalletChange {
  readonly balance_cents?: number
  readonly payment_method?: 'valid' | 'declined' | 'none'
  readonly auto_reload?: null | { readonly threshold_cents: number; readonly amount_cents: number }
}

export type Action = CallAction | ControlAction

/** One line of a script. */
export type ScriptLine =
  | { readonly id: StepId; readonly action: Action }
  /** Sent at once: what is in one lane comes one after the other, and lanes do not wait for each other. */
  | {
      readonly id: StepId
      readonly lanes: readonly (readonly { readonly id: StepId; readonly action: CallAction }[])[]
    }

/** A key as it was when a request was sent with it. */
export interface KeySnapshot {
  /** The same for the same key: `a.test`, `b.s4`. */
  readonly name: string
  readonly client: ClientName
  readonly environment: Environment
  /** `good` may still be revoked, past its expiry or without the scope. */
  readonly is: 'good' | 'none' | 'malformed' | 'unknown'
  readonly scopes: readonly string[] | 'all'
  readonly expiresAtMs: number | undefined
  readonly isRevoked: boolean
}

/** An attempt at a delivery as it came in, and how it was answered. */
export interface ReceivedDelivery extends Arrival {
  readonly client: ClientName
  /** Which webhook of the client's it came to, from 1 on. */
  readonly webhook: number
  /** Of that webhook; undefined where it is not known. */
  readonly secret: string | undefined
  readonly reply: Reply
}

interface StepBase {
  readonly id: StepId
  readonly client: ClientName
  /** What the client's clock showed, in milliseconds since 1970; it stands still but for `clock` steps. */
  readonly atMs: number
  /** What has come since the step before, to either client, as far as it was due. */
  readonly deliveries: readonly ReceivedDelivery[]
  /** Something else was under way: what was read may be older or newer than what came with it. */
  readonly isConcurrent: boolean
}

/** A request, and what came of it. */
export interface CallStep extends StepBase {
  readonly kind: 'call'
  readonly operation: WalkOperation
  readonly key: KeySnapshot
  /** What stood in the place of `{id}`. */
  readonly target: string | undefined
  /** As it was sent. */
  readonly body: unknown
  /** Undefined where none came: it may have been carried out or not. */
  readonly answer: Answer | undefined
}

/** Time has passed for one client; everything due by then has been done, deliveries included. */
export interface ClockStep extends StepBase {
  readonly kind: 'clock'
  readonly fromMs: number
  readonly toMs: number
  readonly fired: readonly Fired[]
}

/** What the control protocol has done, in a step without an answer of the service. */
export type ControlStep =
  | (StepBase & { readonly kind: 'fault added'; readonly fault: Readonly<Record<string, unknown>> })
  | (StepBase & { readonly kind: 'faults cleared' })
  | (StepBase & { readonly kind: 'wallet set'; readonly change: WalletChange })
  | (StepBase & {
      readonly kind: 'webhook set'
      readonly webhook: number
      readonly secret: string | undefined
    })
  | (StepBase & { readonly kind: 'webhook cleared' })
  | (StepBase & { readonly kind: 'receiver set'; readonly reply: Reply })
  | (StepBase & { readonly kind: 'key created'; readonly key: KeySnapshot })
  | (StepBase & { readonly kind: 'key revoked'; readonly key: KeySnapshot })
  | (StepBase & { readonly kind: 'scanned'; readonly labelId: string })
  | (StepBase & { readonly kind: 'tracking scripted'; readonly number: string; readonly name: string })
  | (StepBase & {
      readonly kind: 'event added'
      readonly number: string
      readonly status: string
      readonly detail: string | undefined
    })
  | (StepBase & {
      readonly kind: 'carrier connected'
      readonly carrier: string
      readonly credentials: 'valid' | 'rejected'
      readonly accountId: string
    })
  | (StepBase & { readonly kind: 'carrier disconnected'; readonly accountId: string })
  /** The walk is over: faults are gone, time has passed, all is delivered and read again. */
  | (StepBase & { readonly kind: 'end' })

export type Step = CallStep | ClockStep | ControlStep

/** A burst as it was: what came of each lane, and when each request was sent and answered. */
export interface Burst {
  readonly id: StepId
  readonly lanes: readonly (readonly TimedStep[])[]
}

export interface TimedStep {
  readonly step: CallStep
  /** By this machine's clock, in milliseconds. */
  readonly sentMs: number
  readonly answeredMs: number
}

/** Everything that happened on a walk, in order. */
export type History = readonly (Step | Burst)[]

export function isBurst(each: Step | Burst): each is Burst {
  return 'lanes' in each
}
