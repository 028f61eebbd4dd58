import { BoundedMap } from '../bounded-map.ts'
import type { Exchange } from '../exchange.ts'
import type { Report } from '../finding.ts'

/** With this refusal of the same kind a client is reported: one may be a test, and a second the press of a button. */
export const reportedRefusal = 3

interface Received {
  readonly ids: string[]
  endMs: number
  readonly connection: Exchange['connection']
}

/** The refusals received so far on the latest connection, each counted for its subject, such as a key and an operation. */
export class RepeatedRefusals {
  readonly #report: Report
  readonly #received = new BoundedMap<string, Received>()

  constructor(report: Report) {
    this.#report = report
  }

  /** Notes a refusal and reports it if the client had received enough of them when it sent this request. */
  note(subject: string, exchange: Exchange): void {
    const { id, endMs, connection } = exchange
    const received = this.#received.get(subject)
    if (exchange.isLost) return
    // Another connection may belong to another process, which received none of them.
    if (received === undefined || received.connection.id !== connection.id) {
      this.#received.set(subject, { ids: [id], endMs, connection })
      return
    }
    // Perhaps sent before the last refusal came, so no reaction to it.
    if (!exchange.follows(received)) return
    received.ids.push(id)
    received.endMs = endMs
    if (received.ids.length === reportedRefusal) this.#report(...received.ids)
    else if (received.ids.length > reportedRefusal) this.#report(id)
  }

  /** Forgets the refusals of a subject, or all: a further request may succeed. */
  forget(subject?: string): void {
    if (subject === undefined) this.#received.clear()
    else this.#received.delete(subject)
  }

  get isEmpty(): boolean {
    return this.#received.size === 0
  }
}
