import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import type { Exchange, FirstPurchase } from './exchange.ts'
import type { FindingId } from './findings/finding-ids.ts'

export type { Attempt }

/**
 * A kind of mistake of a client. The review recognises it by the requests and responses of the client.
 *
 * To add one:
 *
 * 1. Write `findings/<subject>/<name>.ts` with a `Finding`, and list it in `findings/catalogue.ts` and its id in
 *    `findings/finding-ids.ts`. Its id never changes.
 *    `npx vitest run test/docs.test.ts -u` writes the table of `docs/review.md`.
 * 2. `createWatcher` is called for each account, when its review begins, and again when a snapshot replaces the account.
 *    It returns a watcher, which sees all exchanges, webhook attempts, moves of the clock and changes of settings in order, and calls
 *    `report` with the ids of the requests that show the mistake.
 * 3. A watcher runs as part of each request, so it takes at most a tenth of a microsecond for requests that do not
 *    concern it. Name its `operations` and their `successes`, or say that it `isIdle`. Look at `operation` and `status` before you read
 *    a body: `parseRequest()` and `parseResponse()` parse it.
 *    Read bodies and headers only while the watcher runs; they are gone afterwards.
 * 4. Remember at most a fixed number of requests, rates or labels: use `BoundedMap`.
 * 5. A finding is never wrong. If another explanation is possible, do not report. Consider requests that
 *    were under way at the same time, lost responses (`isLost`), faults (`fault`, `decidedBy`), a clock that was
 *    moved or stands still, and several clients with one key. If the client must have had an earlier response, ask
 *    `isReactionTo` and report by `asReaction`.
 * 6. Test it with `openReviewHistory` of `test/support/review-history.ts`: one client that makes the mistake, and at least
 *    two clients that almost make it.
 */
export interface Finding {
  /** The id in capital words with hyphens, such as `RETRY-AFTER-IGNORED`. */
  readonly id: FindingId
  readonly severity: Severity
  /** One sentence in the past tense that says what the client did. */
  readonly title: string
  /** The exact behaviour of a client that the review reports, and the cases that it does not report. */
  readonly means: string
  /** The change that the developer of the client should make. */
  readonly advice: string
  /** Why the finding has this severity, in one sentence. */
  readonly why: string
  readonly createWatcher: (report: Report) => FindingWatcher
}

/** The severities of findings, from the worst to the mildest. */
export const severities = ['error', 'warning', 'note'] as const
export type Severity = (typeof severities)[number]

/**
 * Reports one occurrence of a finding, with the ids of the requests that show it; without an id if a webhook delivery
 * shows it. The returned function removes the occurrence again, for a client that corrects its mistake later.
 */
export interface Report {
  (...requestIds: readonly string[]): () => void
  /** Reports one occurrence of a finding, with a sentence that says what exactly is wrong. */
  withDetail(detail: string, requestId: string): void
  /**
   * Reports a request that is a mistake only if the client sent it after it had received an earlier response. The
   * occurrence is removed if the client uses another connection soon afterwards: the request may then have waited in
   * the client for a free connection, and been decided before.
   */
  asReaction(...requestIds: readonly string[]): void
}

/** Looks for one finding in the traffic of one account. Each method is optional: an absent method costs no time. */
export interface FindingWatcher {
  /** The names of the operations whose exchanges the watcher sees; all operations if left out. */
  readonly operations?: readonly string[]
  /**
   * The operations whose successes the watcher sees; all `operations` if left out. It sees the refusals of all
   * `operations`.
   */
  readonly successes?: readonly string[]
  /**
   * Whether the watcher needs only unusual exchanges (see `Exchange.isUnusual`), because it remembers nothing so far. A
   * watcher that can need any exchange leaves it out.
   */
  readonly isIdle?: boolean
  observeExchange?(exchange: Exchange): void
  /** Called when the client bought a rate again with the same key. `first` is the first purchase of the rate. */
  observeRepeatedPurchase?(exchange: Exchange, first: FirstPurchase): void
  /** Called when a webhook attempt ended. `endMs` is a time of the same real clock as `Exchange.endMs`. */
  observeAttempt?(attempt: Attempt, endMs: number): void
  observeClockMove?(move: ClockMove): void
  /** Called when the control protocol changed the account: its wallet, keys, faults, labels or any other part. */
  observeSettingsChange?(): void
}

/** A move of the account's clock by the control protocol, from one time to another. Time that passes by itself is no move. */
export interface ClockMove {
  readonly fromMs: number
  readonly toMs: number
}
