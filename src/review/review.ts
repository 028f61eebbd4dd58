import type { FiredTask } from '../simulator/time/timeline.ts'
import { Coverage } from './coverage.ts'
import type { Exchange } from './exchange.ts'
import type { Attempt, ClockMove } from './finding.ts'
import { FindingLog, type Occurrences } from './occurrences.ts'

/** Collects the coverage and the findings of one account since the review began. They are kept in memory only. */
export class Review {
  /** The time of the account's clock at which the review began. */
  readonly sinceMs: number
  readonly coverage = new Coverage()
  readonly #findings = new FindingLog()
  #requests = 0

  constructor(sinceMs: number) {
    this.sinceMs = sinceMs
  }

  /** Returns the number of requests to the service since the review began. */
  get requests(): number {
    return this.#requests
  }

  observeExchange(exchange: Exchange): void {
    this.#requests += 1
    this.coverage.observeExchange(exchange)
    this.#findings.observeExchange(exchange)
  }

  observeAttempt(attempt: Attempt, endMs: number): void {
    this.coverage.observeAttempt(attempt)
    this.#findings.observeAttempt(attempt, endMs)
  }

  observeFiredTasks(fired: readonly FiredTask[]): void {
    this.coverage.observeFiredTasks(fired)
  }

  observeClockMove(move: ClockMove): void {
    this.#findings.observeClockMove(move)
  }

  observeSettingsChange(): void {
    this.#findings.observeSettingsChange()
  }

  /**
   * Forgets what the watchers remember, after a snapshot replaced the records of the account. The counts and the
   * reported findings stay.
   */
  continueAfterSnapshot(): void {
    this.#findings.recreateWatchers()
  }

  /** Returns the findings that occurred, in the order of the catalogue. */
  listOccurrences(): readonly Occurrences[] {
    return this.#findings.listOccurrences()
  }
}
