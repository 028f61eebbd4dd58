import type { Context } from '../../simulator/accounts/context.ts'
import type { SignatureState } from '../../simulator/webhooks/signature.ts'
import { controlBase } from '../control-base.ts'

/** Returns the path of the simulator's own webhook receiver for the events of an account. */
export function buildReceiverPath(account: string): string {
  return `${controlBase}/receiver/${account}`
}

/** A received event, whose signature was valid. */
export interface ReceivedEvent {
  /** The time of the event on the account's clock. */
  readonly atMs: number
  readonly body: string
  /** Whether a kept earlier event has exactly the same body. */
  readonly isRepeated: boolean
}

/** The events that the receiver of an account got since the start of the simulator or the last reset. */
export interface Received {
  /** The received events, newest first. */
  readonly events: readonly ReceivedEvent[]
  /** The number of events that were refused because of a wrong signature. */
  readonly refused: number
  readonly refusedAtMs: number | null
}

const keptCount = 50

/**
 * Keeps the latest events that the simulator's own webhook receiver gets. Events without a valid signature are only
 * counted: anyone can send them, because the receiver needs no token, and they must not displace kept events.
 */
export class ReceivedEvents {
  readonly #byAccount = new WeakMap<Context, Received>()

  /** Returns the events that the receiver of an account got; none before the first event. */
  findReceived(account: Context): Received {
    return this.#byAccount.get(account) ?? { events: [], refused: 0, refusedAtMs: null }
  }

  add(account: Context, signature: SignatureState, body: string): void {
    const { events, refused, refusedAtMs } = this.findReceived(account)
    const atMs = account.clock.now()
    if (signature !== 'ok') {
      this.#byAccount.set(account, { events, refused: refused + 1, refusedAtMs: atMs })
      return
    }
    const isRepeated = events.some((event) => event.body === body)
    const all = [{ atMs, body, isRepeated }, ...events]
    this.#byAccount.set(account, { events: all.slice(0, keptCount), refused, refusedAtMs })
  }
}
