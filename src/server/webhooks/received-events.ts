import type { Context } from '../../simulator/accounts/context.ts'
import type { SignatureState } from '../../simulator/webhooks/signature.ts'
import { controlBase } from '../control-base.ts'

/** Returns the path at which the simulator receives the events of an account itself. */
export function receiverPath(account: string): string {
  return `${controlBase}/receiver/${account}`
}

/** An event with a valid signature. */
export interface ReceivedEvent {
  /** The time of the event on the account's clock. */
  readonly atMs: number
  readonly body: string
  /** Whether an earlier event had exactly the same bytes. */
  readonly isRepeated: boolean
}

/** Events of an account's receiver since the start or the last reset. */
export interface Received {
  /** The received events, newest first. */
  readonly events: readonly ReceivedEvent[]
  /** The number of events that were refused because of their signature, and the time of the last one. */
  readonly refused: number
  readonly refusedAtMs: number | null
}

const keptCount = 50

/**
 * Keeps the events that the simulator's own webhook receiver gets. Like any receiver it needs no token. An event
 * without a valid signature is only counted, so that other senders cannot replace the kept events.
 */
export class ReceivedEvents {
  readonly #byAccount = new WeakMap<Context, Received>()

  listOf(account: Context): Received {
    return this.#byAccount.get(account) ?? { events: [], refused: 0, refusedAtMs: null }
  }

  add(account: Context, signature: SignatureState, body: string): void {
    const { events, refused, refusedAtMs } = this.listOf(account)
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
