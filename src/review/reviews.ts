import type { Context } from '../simulator/accounts/context.ts'
import type { FiredTask } from '../simulator/time/timeline.ts'
import type { SimulatorObserver } from '../simulator/watching/simulator-observer.ts'
import { Exchange, type ExchangeSource } from './exchange.ts'
import type { Attempt, ClockMove } from './finding.ts'
import { Review } from './review.ts'

/**
 * The review of each account. A reset makes a new context, and so begins anew. A snapshot replaces the records of
 * an account, and the review continues: tests often load one snapshot before each test.
 */
export class Reviews implements SimulatorObserver {
  readonly #byContext = new WeakMap<Context, Review>()
  /** The account of the latest request, whose review is needed again and again. */
  #latest: { readonly context: Context; readonly review: Review } | undefined
  readonly #reportDefect: (error: unknown) => void

  /** `reportDefect` receives an error of the review itself, which never disturbs a request. */
  constructor(reportDefect: (error: unknown) => void) {
    this.#reportDefect = reportDefect
  }

  /** Returns the review of an account. */
  of(context: Context): Review {
    return this.#byContext.get(context) ?? this.begin(context)
  }

  /** Begins the review of an account anew. */
  begin(context: Context): Review {
    const review = new Review(context.clock.now())
    this.#byContext.set(context, review)
    this.#latest = undefined
    return review
  }

  opened(context: Context): void {
    this.begin(context)
  }

  replaced(before: Context, after: Context): void {
    const review = this.of(before)
    review.continueAfterSnapshot()
    this.#byContext.set(after, review)
    this.#latest = undefined
  }

  exchange(context: Context, source: ExchangeSource): void {
    // Written out: it runs for every request.
    try {
      if (this.#latest?.context !== context) this.#latest = { context, review: this.of(context) }
      this.#latest.review.exchange(new Exchange(source))
    } catch (error) {
      this.#reportDefect(error)
    }
  }

  attempted(context: Context, attempt: Attempt): void {
    this.#note(context, (review) => review.attempt(attempt, performance.now()))
  }

  clockMoved(context: Context, move: ClockMove): void {
    this.#note(context, (review) => review.clockMoved(move))
  }

  /** To be called when the control protocol changes an account. */
  settingsChanged(context: Context): void {
    this.#note(context, (review) => review.settingsChanged())
  }

  fired(context: Context, fired: readonly FiredTask[]): void {
    this.#note(context, (review) => review.fired(fired))
  }

  reloaded(context: Context): void {
    this.#note(context, ({ coverage }) => coverage.meet('wallet_reloaded'))
  }

  #note(context: Context, what: (review: Review) => void): void {
    try {
      what(this.of(context))
    } catch (error) {
      this.#reportDefect(error)
    }
  }
}
