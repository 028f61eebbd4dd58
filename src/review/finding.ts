import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import type { Exchange, FirstPurchase } from './exchange.ts'

export type { Attempt }

/**
 * A finding is a mistake of a client that the review recognises by what the client sends and receives.
 *
 * To add one:
 *
 * 1. Write `findings/<subject>/<name>.ts` with a `Finding`, and list it in `findings/catalogue.ts`. Its id never changes.
 *    `npx vitest run test/docs.test.ts -u` writes the table of `docs/review.md`.
 * 2. `open` is called for each account, when its review begins, and again when a snapshot replaces the account.
 *    It returns a watcher, which sees all exchanges, webhook attempts, moves of the clock and changes of settings in order, and calls
 *    `report` with the ids of the requests that show the mistake.
 * 3. A watcher runs as part of each request, so it takes at most a tenth of a microsecond for requests that do not
 *    concern it. Name its `operations` and their `successes`, or say that it `isIdle`. Look at `operation` and `status` before you read
 *    a body: `request()` and `response()` parse it.
 *    Read bodies and headers only while the watcher runs; they are gone afterwards.
 * 4. Remember at most a fixed number of things: use `BoundedMap`.
 * 5. A finding is never wrong. If another explanation is possible, do not report. Consider requests that
 *    were under way at the same time, lost responses (`isLost`), faults (`fault`, `decidedBy`), a clock that was
 *    moved or stands still, and several clients with one key.
 * 6. Test it with `openReviewHistory` of `test/support/review-history.ts`: a client that deserves it, and at least two that
 *    nearly do and do not.
 */
export interface Finding {
  /** Capital words with hyphens, such as `RETRY-AFTER-IGNORED`. */
  readonly id: string
  readonly severity: Severity
  /** One sentence in the past tense on what the client did. */
  readonly title: string
  /** The exact behaviour, and when it is reported. */
  readonly means: string
  /** The change that the client needs. */
  readonly advice: string
  /** Why it has this severity, in one sentence. */
  readonly why: string
  readonly open: (report: Report) => FindingWatcher
}

/** From worst to least. */
export const severities = ['error', 'warning', 'note'] as const
export type Severity = (typeof severities)[number]

/**
 * Reports one occurrence with the ids of the requests that show it; none if a webhook delivery shows it. The returned
 * function takes it back, for a client that puts the mistake right later.
 */
export interface Report {
  (...requestIds: readonly string[]): () => void
  /** Reports one occurrence, with a sentence on what exactly is wrong. */
  because(detail: string, requestId: string): void
}

/** Looks for a finding in one account. Each method is optional: an absent one costs nothing. */
export interface FindingWatcher {
  /** The names of the operations whose exchanges it sees; all if left out. */
  readonly operations?: readonly string[]
  /** The operations of which it sees successes as well as refusals; all that it sees if left out. */
  readonly successes?: readonly string[]
  /**
   * Whether only an unusual exchange concerns it (see `Exchange.isUnusual`), because it remembers nothing so far. Left
   * out by a watcher that any exchange can concern.
   */
  readonly isIdle?: boolean
  exchange?(exchange: Exchange): void
  /** A purchase was carried out whose rate had been bought before with the same key; `first` is the first purchase of it. */
  boughtAgain?(exchange: Exchange, first: FirstPurchase): void
  /** A webhook attempt ended at this real time, in milliseconds of the clock of `Exchange.endMs`. */
  attempt?(attempt: Attempt, endMs: number): void
  clockMoved?(move: ClockMove): void
  /** The control protocol changed the account: its wallet, keys, faults, labels or any other part. */
  settingsChanged?(): void
}

/** A move of the account's clock by the control protocol. Time that passes by itself is no move. */
export interface ClockMove {
  readonly fromMs: number
  readonly toMs: number
}
