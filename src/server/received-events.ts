import type { Context } from '../simulator/accounts/context.ts'
import type { SignatureState } from '../simulator/webhooks/signature.ts'
import { controlBase } from './control-base.ts'

/** The path at which the simulator receives the events of an account itself. */
export function receiverPath(account: string): string {
  return `${controlBase}/receiver/${account}`
}

/** An event with a good signature. */
export interface ReceivedEvent {
  /** On the account's clock. */
  readonly atMs: number
  readonly body: string
  /** Whether the same bytes had come before. */
  readonly isRepeated: boolean
}

/** What the receiver of an account got since the start or the last reset. */
export interface Received {
  /** The newest first. */
  readonly events: readonly ReceivedEvent[]
  /** How many were refused for their signature, and when the last of them came. */
  readonly refused: number
  readonly refusedAtMs: number | null
}

const keptCount = 50

/**
 * What came to the simulator's own receiver. It needs no token, as no receiver does: what is not signed with the
 * account's secret is only counted, so that nobody else can put a text here or push one out.
 */
export class ReceivedEvents {
  readonly #byAccount = new WeakMap<Context, Received>()

  of(account: Context): Received {
    return this.#byAccount.get(account) ?? { events: [], refused: 0, refusedAtMs: null }
  }

  add(account: Context, signature: SignatureState, body: string): void {
    const { events, refused, refusedAtMs } = this.of(account)
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
