import { BoundedMap } from '../bounded-map.ts'
import type { Exchange } from '../exchange.ts'
import type { Report } from '../finding.ts'

/** The review reports the third refusal: the first may be a test, and the second a user who tries again. */
export const minReportedRefusals = 3

interface ReceivedRefusals {
  readonly ids: string[]
  endMs: number
  readonly connection: Exchange['connection']
}

/** Counts the refusals that a client received on one connection, for each subject, such as a key and an operation. */
export class RepeatedRefusals {
  readonly #report: Report
  readonly #received = new BoundedMap<string, ReceivedRefusals>()

  constructor(report: Report) {
    this.#report = report
  }

  /** Notes a refusal, and reports it if the client had received enough earlier refusals when it sent this request. */
  noteRefusal(subject: string, exchange: Exchange): void {
    const { id, endMs, connection } = exchange
    const received = this.#received.get(subject)
    if (exchange.isLost) return
    // Another connection may belong to another process, which received none of the earlier refusals.
    if (received === undefined || received.connection.id !== connection.id) {
      this.#received.set(subject, { ids: [id], endMs, connection })
      return
    }
    // The client may have sent this request before it received the last refusal, so the request does not count.
    if (!exchange.isReactionTo(received)) return
    received.ids.push(id)
    received.endMs = endMs
    if (received.ids.length === minReportedRefusals) this.#report.asReaction(...received.ids)
    else if (received.ids.length > minReportedRefusals) this.#report.asReaction(id)
  }

  /** Forgets the refusals of a subject, or of all subjects, after a change that may let the next request succeed. */
  forgetRefusals(subject?: string): void {
    if (subject === undefined) this.#received.clear()
    else this.#received.delete(subject)
  }

  get isEmpty(): boolean {
    return this.#received.size === 0
  }
}
