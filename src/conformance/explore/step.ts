import type { Answer } from '../http/answer.ts'
import type { OperationName } from '../http/operation.ts'
import type { Fired } from '../target/account.ts'
import type { Arrival, Reply } from '../target/arrival.ts'

/**
 * A script plans a walk as actions with names and references, so that it runs on any account. A history records what
 * was sent and received. Checks (oracles) read only the history.
 */

/** The two clients of a walk, each with a separate account and clock. */
export type ClientName = 'a' | 'b'
export type Environment = 'test' | 'live'

/** The id of a step, `s1`, `s2`, …: a step keeps it when earlier steps are removed. */
export type StepId = `s${number}`

/** Refers to a value in the response to an earlier step of the walk. */
export interface Reference {
  readonly $: StepId
  readonly take: ReferenceTarget
  /** The index of the value, from 0, if the response has several. */
  readonly at?: number
  /** The name of a field that is left out of an item. */
  readonly without?: string
  /** How often a list in the request body repeats the value; 1 by default. */
  readonly times?: number
}

/**
 * The kind of value that a reference names. `rate`, `label`, `batch`, `tracker`: the id of that resource. `item`: a
 * batch item of a rate and the body of the request that quoted it. `key`: a created key. `account`: a connected
 * carrier account.
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

/** A reference to an address or a parcel of the target profile. With references, scripts contain no personal data. */
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
  /** Replacements for some fields; `{}` in a replacement stands for the original text. */
  readonly with?: Readonly<Record<string, string>>
}

/** The name of a key. The user gives `limited`, `revoked` and `expired` if the control protocol can create none. */
export type KeyName =
  | Environment
  | 'limited'
  | 'revoked'
  | 'expired'
  | 'none'
  | 'malformed'
  | 'unknown'
  | Reference

/** The thirteen operations, and the download of a label's PDF, which the specification's table does not contain. */
export type WalkOperation = OperationName | 'downloadLabel'

/** A request to the service in the script of a random walk. */
export interface CallAction {
  readonly do: 'call'
  readonly client: ClientName
  readonly key: KeyName
  readonly operation: WalkOperation
  /** The id that replaces `{id}` in the path. A text, in place of a reference, is an unknown id. */
  readonly id?: Reference | string
  /** The JSON body, in which references stand for values of earlier responses. */
  readonly body?: unknown
}

/** An action of a random walk that is no request to the service: a control-protocol call, or a change of the webhook receiver. */
export type ControlAction = { readonly client: ClientName } & (
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'next'; readonly kind: 'webhook' | 'rate_expiry' | 'poll' | 'batch' | 'any' }
  | { readonly do: 'add fault'; readonly fault: Readonly<Record<string, unknown>> }
  | { readonly do: 'clear faults' }
  | { readonly do: 'set wallet'; readonly change: WalletChange }
  /** Sets a new webhook URL each time. */
  | { readonly do: 'set webhook' /** Sets the same webhook URL again. */; readonly again?: true }
  | { readonly do: 'clear webhook' }
  /** Sets the webhook receiver's reply from now on. */
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

/** A change of a live wallet through the control protocol. Fields that are left out do not change. */
export interface WalletChange {
  readonly balance_cents?: number
  readonly payment_method?: 'valid' | 'declined' | 'none'
  readonly auto_reload?: null | { readonly threshold_cents: number; readonly amount_cents: number }
}

export type Action = CallAction | ControlAction

/** A line of the script of a random walk: one action, or concurrent requests. */
export type ScriptLine =
  | { readonly id: StepId; readonly action: Action }
  /** Concurrent requests. All lanes run at the same time; the requests of one lane run in order. */
  | {
      readonly id: StepId
      readonly lanes: readonly (readonly { readonly id: StepId; readonly action: CallAction }[])[]
    }

/** The state of a key at the time of a request. */
export interface KeySnapshot {
  /** The name of the key, the same in all steps: `a.test`, `b.s4`. */
  readonly name: string
  readonly client: ClientName
  readonly environment: Environment
  /** Whether the request had a key that the account was given. A `good` key may still be revoked, expired or limited. */
  readonly is: 'good' | 'none' | 'malformed' | 'unknown'
  readonly scopes: readonly string[] | 'all'
  readonly expiresAtMs: number | undefined
  readonly isRevoked: boolean
}

/** A webhook delivery that arrived in a walk, and the reply to it. */
export interface Delivery extends Arrival {
  readonly client: ClientName
  /** The number of the client's webhook, from 1 on. */
  readonly webhook: number
  /** The signing secret of the webhook; undefined if unknown. */
  readonly secret: string | undefined
  readonly reply: Reply
}

interface StepBase {
  readonly id: StepId
  readonly client: ClientName
  /** The time of the client's clock, in Unix milliseconds. Only `clock` steps move it. */
  readonly atMs: number
  /** The webhook deliveries to either client since the previous step. */
  readonly deliveries: readonly Delivery[]
  /** True if other requests were in progress, so that a response may show the state before or after them. */
  readonly isConcurrent: boolean
}

/** A step that sent a request to the service, and the response to it. */
export interface CallStep extends StepBase {
  readonly kind: 'call'
  readonly operation: WalkOperation
  readonly key: KeySnapshot
  /** The id that replaced `{id}` in the path. */
  readonly target: string | undefined
  /** The request body that was sent. */
  readonly body: unknown
  /** The response; undefined if none came, so that the request may or may not have been carried out. */
  readonly answer: Answer | undefined
}

/** A step that moved the clock of one client. The service has then done all due work, webhook deliveries included. */
export interface ClockStep extends StepBase {
  readonly kind: 'clock'
  readonly fromMs: number
  readonly toMs: number
  readonly fired: readonly Fired[]
}

/** A step that changed an account by the control protocol, or the replies of the webhook receiver. */
export type ControlStep = StepBase &
  (
    | { readonly kind: 'fault added'; readonly fault: Readonly<Record<string, unknown>> }
    | { readonly kind: 'faults cleared' }
    | { readonly kind: 'wallet set'; readonly change: WalletChange }
    | { readonly kind: 'webhook set'; readonly webhook: number; readonly secret: string | undefined }
    | { readonly kind: 'webhook cleared' }
    | { readonly kind: 'receiver set'; readonly reply: Reply }
    | { readonly kind: 'key created'; readonly key: KeySnapshot }
    | { readonly kind: 'key revoked'; readonly key: KeySnapshot }
    | { readonly kind: 'scanned'; readonly labelId: string }
    | { readonly kind: 'tracking scripted'; readonly number: string; readonly name: string }
    | {
        readonly kind: 'event added'
        readonly number: string
        readonly status: string
        readonly detail: string | undefined
      }
    | {
        readonly kind: 'carrier connected'
        readonly carrier: string
        readonly credentials: 'valid' | 'rejected'
        readonly accountId: string
      }
    | { readonly kind: 'carrier disconnected'; readonly accountId: string }
    /** The end of the walk: faults are removed, time has passed, and everything was delivered and read again. */
    | { readonly kind: 'end' }
  )

export type Step = CallStep | ClockStep | ControlStep

/** Concurrent requests with their times, by lane (a sequence of requests). */
export interface Burst {
  readonly id: StepId
  readonly lanes: readonly (readonly TimedStep[])[]
}

/** A concurrent request, with the times of the request and of the response. */
export interface TimedStep {
  readonly step: CallStep
  /** When the request was sent, in milliseconds of this machine's clock. */
  readonly sentMs: number
  readonly answeredMs: number
}

/** All steps of a walk in order. */
export type History = readonly (Step | Burst)[]

export function isBurst(stepOrBurst: Step | Burst): stepOrBurst is Burst {
  return 'lanes' in stepOrBurst
}
