import { BoundedMap } from './bounded-map.ts'
import { type Connection, certainMs, type Exchange } from './exchange.ts'
import type { Attempt, ClockMove, Finding, FindingWatcher, Report } from './finding.ts'
import { findings } from './findings/catalogue.ts'
import { FirstPurchases } from './first-purchases.ts'

/** The number of request ids kept for each finding, the latest ones. */
const keptRequests = 20

/** The first details of a finding that are kept. */
const keptDetails = 10

/** The occurrences of a finding. */
export interface Occurrences {
  readonly finding: Finding
  readonly count: number
  /** The ids of the latest requests that show it, oldest first. */
  readonly requests: readonly string[]
  /** Sentences on what exactly is wrong, each once, at most 10. Empty if the title says it all. */
  readonly details: readonly string[]
}

/** The traffic with a key. */
interface KeyTraffic {
  newestId: number
  /** The connection of the latest request. */
  connection: Connection
  endMs: number
  isShared: boolean
  /** When the client last used a connection beside another open one. */
  pooledMs: number
}

interface Reported {
  count: number
  requests: string[]
  readonly details: string[]
}

/** Runs the watchers of one account and counts what they report. */
export class FindingLog {
  readonly #findings: readonly Finding[]
  readonly #reported = new Map<Finding, Reported>()
  readonly #keys = new BoundedMap<string, KeyTraffic>()
  readonly #purchases = new FirstPurchases()
  #onExchange: readonly Needed<'exchange'>[] = []
  /** The watchers that can be idle. */
  #onUnusual: readonly Needed<'exchange'>[] = []
  /** Whether each of them is idle. */
  #areIdle = true
  /** The watchers of an exchange, by its operation. */
  readonly #onSuccess = new Map<string | undefined, readonly Needed<'exchange'>[]>()
  readonly #onRefusal = new Map<string | undefined, readonly Needed<'exchange'>[]>()
  #onBoughtAgain: readonly Needed<'boughtAgain'>[] = []
  #onAttempt: readonly Needed<'attempt'>[] = []
  #onClock: readonly Needed<'clockMoved'>[] = []
  #onSettings: readonly Needed<'settingsChanged'>[] = []

  constructor(among: readonly Finding[] = findings) {
    this.#findings = among
    this.forget()
  }

  /** Opens all watchers anew: they remember nothing of the past. Reported occurrences stay. */
  forget(): void {
    const watchers = this.#findings.map((finding) => finding.open(this.#reportOf(finding)))
    const onExchange = watchers.filter((watcher) => hasMethod(watcher, 'exchange'))
    this.#onExchange = onExchange.filter(({ isIdle }) => isIdle === undefined)
    this.#onUnusual = onExchange.filter(({ isIdle }) => isIdle !== undefined)
    this.#areIdle = true
    this.#purchases.forget()
    this.#onSuccess.clear()
    this.#onRefusal.clear()
    this.#onBoughtAgain = watchers.filter((watcher) => hasMethod(watcher, 'boughtAgain'))
    this.#onAttempt = watchers.filter((watcher) => hasMethod(watcher, 'attempt'))
    this.#onClock = watchers.filter((watcher) => hasMethod(watcher, 'clockMoved'))
    this.#onSettings = watchers.filter((watcher) => hasMethod(watcher, 'settingsChanged'))
  }

  exchange(exchange: Exchange): void {
    if (exchange.key !== null) this.#noteTraffic(exchange.key.id, exchange)
    const { operation, status } = exchange
    if (operation?.name === 'buyLabel' && exchange.wasCarriedOut) this.#notePurchase(exchange)
    const watchersOf = status < 400 ? this.#onSuccess : this.#onRefusal
    let watchers = watchersOf.get(operation?.name)
    if (watchers === undefined) {
      watchers = this.#onExchange.filter((watcher) => isConcerned(watcher, exchange))
      watchersOf.set(operation?.name, watchers)
    }
    for (const watcher of watchers) watcher.exchange(exchange)
    if (!this.#areIdle || exchange.isUnusual()) this.#passToIdle(exchange)
  }

  #notePurchase(exchange: Exchange): void {
    const first = this.#purchases.note(exchange)
    if (first !== undefined) for (const watcher of this.#onBoughtAgain) watcher.boughtAgain(exchange, first)
  }

  #passToIdle(exchange: Exchange): void {
    for (const watcher of this.#onUnusual) if (isConcerned(watcher, exchange)) watcher.exchange(exchange)
    this.#areIdle = this.#onUnusual.every(({ isIdle }) => isIdle)
  }

  attempt(attempt: Attempt, endMs: number): void {
    for (const watcher of this.#onAttempt) watcher.attempt(attempt, endMs)
  }

  clockMoved(move: ClockMove): void {
    for (const watcher of this.#onClock) watcher.clockMoved(move)
  }

  settingsChanged(): void {
    for (const watcher of this.#onSettings) watcher.settingsChanged()
  }

  /** Returns the findings that occurred, in the order of the catalogue. */
  list(): readonly Occurrences[] {
    return this.#findings.flatMap((finding) => {
      const reported = this.#reported.get(finding)
      return reported === undefined || reported.count === 0 ? [] : [{ finding, ...reported }]
    })
  }

  /**
   * Recognises from the traffic with a key whether several clients may use it, and whether its client has several
   * connections. A single client sends one request after the other, and none on a connection that it had left for a newer one.
   */
  #noteTraffic(keyId: string, exchange: Exchange): void {
    const { connection, startMs, endMs } = exchange
    const known = this.#keys.get(keyId)
    if (known === undefined) {
      const pooledMs = Number.NEGATIVE_INFINITY
      this.#keys.set(keyId, { newestId: connection.id, connection, endMs, isShared: false, pooledMs })
      return
    }
    if (startMs < known.endMs || connection.id < known.newestId) known.isShared = true
    const isBesideOther = connection.id !== known.connection.id && known.connection.closedAtMs === null
    if (isBesideOther && startMs - known.endMs < certainMs) known.pooledMs = endMs
    exchange.isKeyShared = known.isShared
    exchange.isPooled = startMs - known.pooledMs < certainMs
    known.newestId = Math.max(connection.id, known.newestId)
    known.connection = connection
    known.endMs = Math.max(endMs, known.endMs)
  }

  #reportOf(finding: Finding): Report {
    const because = (detail: string, id: string): void => {
      const { details } = this.#of(finding)
      if (details.length < keptDetails && !details.includes(detail)) details.push(detail)
      this.#report(finding, [id])
    }
    return Object.assign((...ids: readonly string[]) => this.#report(finding, ids), { because })
  }

  #of(finding: Finding): Reported {
    const reported = this.#reported.get(finding) ?? { count: 0, requests: [], details: [] }
    this.#reported.set(finding, reported)
    return reported
  }

  #report(finding: Finding, ids: readonly string[]): () => void {
    const reported = this.#of(finding)
    reported.count += 1
    reported.requests = [...reported.requests, ...ids.filter((id) => !reported.requests.includes(id))].slice(
      -keptRequests,
    )
    let isTakenBack = false
    return () => {
      if (isTakenBack) return
      isTakenBack = true
      reported.count -= 1
      reported.requests = reported.requests.filter((id) => !ids.includes(id))
    }
  }
}

function isConcerned({ operations, successes }: FindingWatcher, { operation, status }: Exchange): boolean {
  const seen = [operations, status < 400 ? successes : undefined]
  const name = operation?.name ?? ''
  return seen.every((names) => names === undefined || names.includes(name))
}

type Needed<Method extends keyof FindingWatcher> = FindingWatcher & Required<Pick<FindingWatcher, Method>>

function hasMethod<Method extends keyof FindingWatcher>(
  watcher: FindingWatcher,
  method: Method,
): watcher is Needed<Method> {
  return watcher[method] !== undefined
}
