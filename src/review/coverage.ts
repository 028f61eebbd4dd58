import type { FiredTask } from '../simulator/time/timeline.ts'
import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import { BoundedMap } from './bounded-map.ts'
import { type CoverageKind, itemsOf } from './coverage-items.ts'
import { type Exchange, textIn } from './exchange.ts'
import { type Situation, SituationReader } from './situations.ts'

/** The scopes of a key that a client used. */
export interface KeyUse {
  /** The key without its secret part, such as `pr_test_…d0c0`. */
  readonly shown: string
  readonly granted: readonly string[]
  readonly used: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
}

interface NotedUse extends KeyUse {
  granted: readonly string[]
  readonly used: Set<string>
  readonly refused: Set<string>
}

const maxKeys = 200

/** Counts what the clients of one account have met. */
export class Coverage {
  readonly #counts: { readonly [Kind in CoverageKind]: Map<string, { count: number }> } = {
    operations: new Map(),
    error_codes: new Map(),
    tracking_statuses: new Map(),
    webhook_outcomes: new Map(),
    situations: new Map(),
  }
  readonly #keys = new BoundedMap<string, NotedUse>(maxKeys)
  /** The key and the operation of the latest exchange whose scope was noted. */
  #noted: Partial<Pick<Exchange, 'key' | 'operation'>> = {}
  readonly #situations = new SituationReader((situation) => this.meet(situation))

  exchange(exchange: Exchange): void {
    const { operation, errorCode } = exchange
    this.#noteScope(exchange)
    this.#situations.exchange(exchange)
    // A client has not met what it never received.
    if (exchange.isLost) return
    if (exchange.wasCarriedOut && operation !== undefined) this.#operated(exchange, operation.name)
    if (errorCode !== null) this.#count('error_codes', errorCode)
  }

  attempt(attempt: Attempt): void {
    const { outcome, number, isRedelivery, fault } = attempt
    const isFirst = number === 1 && !isRedelivery
    if (outcome === 'succeeded' && !attempt.isRepeat)
      this.#count('webhook_outcomes', isFirst ? 'first_try' : 'after_retries')
    if (outcome === 'failed' && !isRedelivery) this.#count('webhook_outcomes', 'failed_after_five')
    if (fault === 'duplicate' || (attempt.isRepeat && fault !== 'drop'))
      this.#count('webhook_outcomes', 'duplicate')
    if (attempt.isLate) this.#count('webhook_outcomes', 'late')
    this.#situations.attempt(attempt)
  }

  fired(fired: readonly FiredTask[]): void {
    if (fired.some(({ kind }) => kind === 'rate_expiry')) this.meet('rates_ran_out')
  }

  meet(situation: Situation): void {
    this.#count('situations', situation)
  }

  /** Returns how often each item of a kind was met, in the order of the table; 0 for a missed one. */
  counts(kind: CoverageKind): readonly { readonly id: string; readonly count: number }[] {
    return itemsOf(kind).map((id) => ({ id, count: this.#counts[kind].get(id)?.count ?? 0 }))
  }

  /** Returns the use of each key that requests came with; of many keys, the latest. */
  keys(): readonly KeyUse[] {
    return [...this.#keys.entries()].map(([, use]) => use)
  }

  #operated(exchange: Exchange, name: string): void {
    this.#count('operations', name)
    if (name === 'getTracker' || name === 'registerTracker')
      this.#count('tracking_statuses', textIn(exchange.response(), 'status') ?? '')
  }

  #noteScope({ key, operation, errorCode }: Exchange): void {
    // Requests often come in a row with one key.
    if (
      key === null ||
      (errorCode === null && key === this.#noted.key && operation === this.#noted.operation)
    )
      return
    this.#noted = { key, operation }
    let use = this.#keys.get(key.id)
    if (use === undefined) {
      const shown = `pr_${key.environment}_…${key.value.slice(-4)}`
      use = { shown, granted: key.scopes, used: new Set(), refused: new Set() }
      this.#keys.set(key.id, use)
    }
    use.granted = key.scopes
    const scope = operation?.scope ?? null
    if (scope === null) return
    // A request that was lost, or refused for another reason, needed the scope as well.
    if (key.scopes.includes(scope)) use.used.add(scope)
    else if (errorCode === 'AUTH.KEY.INSUFFICIENT_SCOPE') use.refused.add(scope)
  }

  #count(kind: CoverageKind, id: string): void {
    const counted = this.#counts[kind].get(id)
    if (counted === undefined) this.#counts[kind].set(id, { count: 1 })
    else counted.count += 1
  }
}
