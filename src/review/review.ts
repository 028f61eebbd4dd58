import type { FiredTask } from '../simulator/time/timeline.ts'
import { Coverage } from './coverage.ts'
import type { Exchange } from './exchange.ts'
import type { Attempt, ClockMove, Finding } from './finding.ts'
import { FindingLog, type Occurrences } from './occurrences.ts'

/** Notes the coverage and the findings of one account since the review began. Only in memory. */
export class Review {
  /** The time of the account's clock at which it began. */
  readonly sinceMs: number
  readonly coverage = new Coverage()
  readonly #findings: FindingLog
  #requests = 0

  constructor(sinceMs: number, among?: readonly Finding[]) {
    this.sinceMs = sinceMs
    this.#findings = new FindingLog(among)
  }

  /** Returns the number of requests to the service. */
  get requests(): number {
    return this.#requests
  }

  exchange(exchange: Exchange): void {
    this.#requests += 1
    this.coverage.exchange(exchange)
    this.#findings.exchange(exchange)
  }

  attempt(attempt: Attempt, endMs: number): void {
    this.coverage.attempt(attempt)
    this.#findings.attempt(attempt, endMs)
  }

  fired(fired: readonly FiredTask[]): void {
    this.coverage.fired(fired)
  }

  clockMoved(move: ClockMove): void {
    this.#findings.clockMoved(move)
  }

  settingsChanged(): void {
    this.#findings.settingsChanged()
  }

  /** Continues in an account whose records a snapshot has replaced: rates, labels and time may be others. */
  continueAfterSnapshot(): void {
    this.#findings.forget()
  }

  /** Returns the findings that occurred, in the order of the catalogue. */
  findings(): readonly Occurrences[] {
    return this.#findings.list()
  }
}
