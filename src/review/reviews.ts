import type { Context } from '../simulator/accounts/context.ts'
import type { FiredTask } from '../simulator/time/timeline.ts'
import type { SimulatorObserver } from '../simulator/watching/simulator-observer.ts'
import { Exchange, type ExchangeSource } from './exchange.ts'
import type { Attempt, ClockMove } from './finding.ts'
import { Review } from './review.ts'
import { ReviewSum, type SummedReview } from './review-sum.ts'

/**
 * How many requests are collected before they are reviewed. Reviewed in a row, each takes a fraction of the time, because
 * the processor has the code and the data of the review in its caches.
 */
const maxCollected = 32
/**
 * The bodies of the collected requests take at most about this many bytes. The garbage collector would copy more of them,
 * which takes longer than the review saves.
 */
const maxCollectedBytes = 64 * 1024

/**
 * Keeps the review of each account. A reset of the account makes a new context, so its review begins anew. If a snapshot
 * replaces the records of the account, its review continues: tests often load one snapshot before each test.
 */
export class Reviews implements SimulatorObserver {
  readonly #byContext = new WeakMap<Context, Review>()
  /** The latest requests, which are reviewed before anything else happens to a review, and before one is read. */
  #collected: { readonly context: Context; readonly source: ExchangeSource }[] = []
  #collectedBytes = 0
  /** The sum of the reviews that have ended, such as those of deleted accounts. */
  readonly #sum = new ReviewSum()
  /** The accounts that were deleted or reset. Each of their requests that ends later is added to the sum at once. */
  readonly #ended = new WeakSet<Context>()
  /** The account of the latest request, with its review, which the next request probably needs, too. */
  #latest: { readonly context: Context; readonly review: Review; readonly isEnded: boolean } | undefined
  readonly #reportDefect: (error: unknown) => void

  /** `reportDefect` receives errors in the code of the review. They never disturb a request. */
  constructor(reportDefect: (error: unknown) => void) {
    this.#reportDefect = reportDefect
  }

  /** Returns the review of an account, and begins one if there is none. */
  findOrBeginReview(context: Context): Review {
    this.#reviewCollected()
    return this.#byContext.get(context) ?? this.beginReview(context)
  }

  /** Begins the review of an account anew. */
  beginReview(context: Context): Review {
    this.#reviewCollected()
    const review = new Review(context.clock.now())
    this.#byContext.set(context, review)
    this.#latest = undefined
    return review
  }

  /** Ends the reviews of these accounts. Returns their sum with the reviews of all accounts that were deleted or reset before. */
  endReviews(contexts: readonly Context[]): SummedReview {
    this.#reviewCollected()
    for (const context of contexts) this.onAccountEnded(context)
    return this.#sum.getSum()
  }

  onAccountOpened(context: Context): void {
    this.beginReview(context)
  }

  onAccountEnded(context: Context): void {
    this.#ended.add(context)
    this.#changeReview(context, () => undefined)
  }

  onAccountReplaced(before: Context, after: Context): void {
    const review = this.findOrBeginReview(before)
    review.continueAfterSnapshot()
    this.#byContext.set(after, review)
    this.#latest = undefined
  }

  /** Adds a request and its response to the review of an account. */
  addExchange(context: Context, source: ExchangeSource): void {
    this.#collected.push({ context, source })
    this.#collectedBytes += (source.requestBody?.length ?? 0) + (source.responseBody?.length ?? 0)
    if (this.#collected.length >= maxCollected || this.#collectedBytes > maxCollectedBytes)
      this.#reviewCollected()
  }

  #reviewCollected(): void {
    if (this.#collected.length === 0) return
    const collected = this.#collected
    this.#collected = []
    this.#collectedBytes = 0
    for (const { context, source } of collected) this.#reviewExchange(context, source)
  }

  #reviewExchange(context: Context, source: ExchangeSource): void {
    // This repeats the code of `#update`, because it runs for every request and a closure would cost time.
    try {
      if (this.#latest?.context !== context)
        this.#latest = { context, review: this.findOrBeginReview(context), isEnded: this.#ended.has(context) }
      const { review, isEnded } = this.#latest
      review.observeExchange(new Exchange(source))
      if (isEnded) this.#moveToSum(context, review)
    } catch (error) {
      this.#reportDefect(error)
    }
  }

  onWebhookAttempt(context: Context, attempt: Attempt): void {
    this.#changeReview(context, (review) => review.observeAttempt(attempt, performance.now()))
  }

  observeClockMove(context: Context, move: ClockMove): void {
    this.#changeReview(context, (review) => review.observeClockMove(move))
  }

  /** Tells the review of an account that the control protocol has changed the account. */
  observeSettingsChange(context: Context): void {
    this.#changeReview(context, (review) => review.observeSettingsChange())
  }

  onTasksFired(context: Context, fired: readonly FiredTask[]): void {
    this.#changeReview(context, (review) => review.observeFiredTasks(fired))
  }

  onAutoReload(context: Context): void {
    this.#changeReview(context, ({ coverage }) => coverage.countSituation('wallet_reloaded'))
  }

  #changeReview(context: Context, change: (review: Review) => void): void {
    try {
      const review = this.findOrBeginReview(context)
      change(review)
      if (this.#ended.has(context)) this.#moveToSum(context, review)
    } catch (error) {
      this.#reportDefect(error)
    }
  }

  /** Adds the review of a deleted or reset account to the sum. */
  #moveToSum(context: Context, review: Review): void {
    this.#byContext.delete(context)
    this.#latest = undefined
    this.#sum.add(context.id, review)
  }
}
