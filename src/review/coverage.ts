import type { FiredTask } from '../simulator/time/timeline.ts'
import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import { BoundedMap } from './bounded-map.ts'
import { type CoverageKind, listCoverageItems } from './coverage-items.ts'
import { type Exchange, readTextMember } from './exchange.ts'
import { type Situation, SituationRecogniser } from './situations.ts'

/** The scopes that a key has, that its requests used, and that its requests needed but the key lacked. */
export interface KeyUse {
  /** The key as reports show it, without its secret part: `pr_test_…d0c0`. */
  readonly shown: string
  readonly granted: readonly string[]
  readonly used: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
}

interface MutableKeyUse extends KeyUse {
  granted: readonly string[]
  readonly used: Set<string>
  readonly refused: Set<string>
}

const maxKeys = 200

/** Counts the operations, error codes, statuses and situations that the clients of one account have met. */
export class Coverage {
  readonly #counts: { readonly [Kind in CoverageKind]: Map<string, { count: number }> } = {
    operations: new Map(),
    error_codes: new Map(),
    tracking_statuses: new Map(),
    webhook_outcomes: new Map(),
    situations: new Map(),
  }
  readonly #keys = new BoundedMap<string, MutableKeyUse>(maxKeys)
  /** The key and the operation of the latest exchange that `#noteScope` has counted. */
  #latestScopeUse: Partial<Pick<Exchange, 'key' | 'operation'>> = {}
  readonly #situations = new SituationRecogniser((situation) => this.countSituation(situation))

  observeExchange(exchange: Exchange): void {
    const { operation, errorCode } = exchange
    this.#noteScope(exchange)
    // A response to HEAD has no body, so it shows the client no error code and no status.
    if (exchange.method === 'HEAD') return
    this.#situations.observeExchange(exchange)
    // The client never received a lost response, so nothing in it counts.
    if (exchange.isLost) return
    if (exchange.wasCarriedOut && operation !== undefined) this.#countOperation(exchange, operation.name)
    if (errorCode !== null) this.#countItem('error_codes', errorCode)
  }

  observeAttempt(attempt: Attempt): void {
    const { outcome, number, isRedelivery, fault } = attempt
    const isFirst = number === 1 && !isRedelivery
    if (outcome === 'succeeded' && !attempt.isRepeat)
      this.#countItem('webhook_outcomes', isFirst ? 'first_try' : 'after_retries')
    if (outcome === 'failed' && !isRedelivery) this.#countItem('webhook_outcomes', 'failed_after_five')
    if (fault === 'duplicate' || (attempt.isRepeat && fault !== 'drop'))
      this.#countItem('webhook_outcomes', 'duplicate')
    if (attempt.isLate) this.#countItem('webhook_outcomes', 'late')
    this.#situations.observeAttempt(attempt)
  }

  observeFiredTasks(fired: readonly FiredTask[]): void {
    if (fired.some(({ kind }) => kind === 'rate_expiry')) this.countSituation('rates_ran_out')
  }

  countSituation(situation: Situation): void {
    this.#countItem('situations', situation)
  }

  /** Returns how often clients met each item of a kind, without those that nobody met, in the order of reports. */
  listMet(kind: CoverageKind): readonly { readonly id: string; readonly count: number }[] {
    const counts = this.#counts[kind]
    if (counts.size === 0) return []
    return listCoverageItems(kind).flatMap((id) => {
      const counted = counts.get(id)
      return counted === undefined ? [] : [{ id, count: counted.count }]
    })
  }

  /** Returns the ids of the items of a kind that nobody met, in the order of reports. */
  listMissed(kind: CoverageKind): readonly string[] {
    return listCoverageItems(kind).filter((id) => !this.#counts[kind].has(id))
  }

  /** Returns the used and the missing scopes of each key with which requests came, for the latest 200 keys at most. */
  listKeyUses(): readonly KeyUse[] {
    return [...this.#keys.entries()].map(([, use]) => use)
  }

  #countOperation(exchange: Exchange, name: string): void {
    this.#countItem('operations', name)
    if (name === 'getTracker' || name === 'registerTracker')
      this.#countItem('tracking_statuses', readTextMember(exchange.parseResponse(), 'status') ?? '')
  }

  #noteScope({ key, operation, errorCode }: Exchange): void {
    // Requests in a row often have the same key and operation. Their scope is noted already.
    if (
      key === null ||
      (errorCode === null && key === this.#latestScopeUse.key && operation === this.#latestScopeUse.operation)
    )
      return
    this.#latestScopeUse = { key, operation }
    let use = this.#keys.get(key.id)
    if (use === undefined) {
      const shown = `pr_${key.environment}_…${key.value.slice(-4)}`
      use = { shown, granted: key.scopes, used: new Set(), refused: new Set() }
      this.#keys.set(key.id, use)
    }
    use.granted = key.scopes
    const scope = operation?.scope ?? null
    if (scope === null) return
    // Also a request that was lost, or refused for another reason, needed the scope of its operation.
    if (key.scopes.includes(scope)) use.used.add(scope)
    else if (errorCode === 'AUTH.KEY.INSUFFICIENT_SCOPE') use.refused.add(scope)
  }

  #countItem(kind: CoverageKind, id: string): void {
    const entry = this.#counts[kind].get(id)
    if (entry === undefined) this.#counts[kind].set(id, { count: 1 })
    else entry.count += 1
  }
}
