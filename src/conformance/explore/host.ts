import type { Answer } from '../http/answer.ts'
import type { CapturedExchange } from '../http/exchange.ts'
import type { ClientRequest } from '../http/outgoing.ts'
import type { Target } from '../target/target.ts'

/** What a run lends to its exploration. */
export interface ExploringHost {
  readonly target: Target
  /** Aborted once the run is stopped. */
  readonly signal: AbortSignal
  /**
   * Sends a request once, and hands out the exchange. Throws TransportFailure where no answer came, and whatever keeps the run
   * from sending it.
   */
  send(
    request: ClientRequest,
    listener: {
      onExchange(exchange: CapturedExchange): void
      nameKey(key: string): string
    },
  ): Promise<Answer>
  /** Waits for a delivery that is due; true once `isThere` says so, false where the run's patience is over. */
  waitFor(labelId: string, isThere: () => boolean): Promise<boolean>
}
