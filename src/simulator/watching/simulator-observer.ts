import type { Context } from '../accounts/context.ts'
import type { FiredTask } from '../time/timeline.ts'

/**
 * Observes all accounts from their start. The methods are called during each change, so they must be quick and never
 * throw.
 */
export interface SimulatorObserver {
  /** Called when an account was created or reset, or was restored from a data file. */
  onAccountOpened(context: Context): void
  /** Called before an account is deleted or reset. */
  onAccountEnded(context: Context): void
  /** Called when a snapshot has replaced all records of an account. */
  onAccountReplaced(before: Context, after: Context): void
  /** Called after each webhook attempt. */
  onWebhookAttempt(context: Context, attempt: Attempt): void
  /** Called when the wallet was reloaded automatically. */
  onAutoReload(context: Context): void
  /** Called when due tasks have run. */
  onTasksFired(context: Context, fired: readonly FiredTask[]): void
}

/** One attempt to deliver a webhook event, after its response came or failed. */
export interface Attempt {
  readonly deliveryId: string
  readonly labelId: string
  /** The number of this attempt of the delivery, from 1. */
  readonly number: number
  /** The time of the attempt on the account's clock, in milliseconds. */
  readonly atMs: number
  /** Real milliseconds until the response, or until it failed. */
  readonly durationMs: number
  /** The HTTP status of the response; null if none came. A redirect is not followed. */
  readonly status: number | null
  /** The reason why no response came; null if one came. */
  readonly failure: string | null
  /** Whether a test receiver of Drydock responded, such as `drydock webhook listen`, and not the user's app. */
  readonly isTestReceiver: boolean
  /** The mode of the fault that changed this attempt. */
  readonly fault: string | null
  /** Whether a control call requested this attempt, in addition to the scheduled ones. */
  readonly isRedelivery: boolean
  /** Whether an earlier attempt of the delivery had succeeded, so that the receiver gets the event twice. */
  readonly isRepeat: boolean
  /** Whether a fault delayed this attempt. */
  readonly isLate: boolean
  /** The state of the delivery after this attempt. */
  readonly outcome: 'pending' | 'succeeded' | 'failed'
}
