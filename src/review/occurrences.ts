import { BoundedMap } from './bounded-map.ts'
import type { Exchange } from './exchange.ts'
import type { Attempt, ClockMove, Finding, FindingWatcher, Report } from './finding.ts'
import { findings } from './findings/catalogue.ts'
import { FirstPurchases } from './first-purchases.ts'
import { WaitingRequests } from './waiting-requests.ts'

/** How many request ids are kept for each finding: those of the latest requests. */
export const maxRequestIds = 20

/** How many sentences about details are kept for each finding: the first ones. */
export const maxDetails = 10

/** The occurrences of a finding in one account. */
export interface Occurrences {
  readonly finding: Finding
  readonly count: number
  /** The ids of the latest requests that show the finding, oldest first. */
  readonly requests: readonly string[]
  /** At most 10 sentences on what exactly is wrong, each once. Empty if the title of the finding says enough. */
  readonly details: readonly string[]
}

/** The latest traffic with a key, and whether several clients share the key. */
interface KeyTraffic {
  readonly keyId: string
  newestConnectionId: number
  endMs: number
  isShared: boolean
}

interface MutableOccurrences {
  count: number
  requests: string[]
  readonly details: string[]
}

/** Runs the watchers of one account and counts what they report. */
export class FindingLog {
  readonly #findings: readonly Finding[]
  readonly #occurrences = new Map<Finding, MutableOccurrences>()
  readonly #keys = new BoundedMap<string, KeyTraffic>()
  /** The traffic of the latest key, which the next request probably has, too. */
  #latestTraffic: KeyTraffic | undefined
  readonly #purchases = new FirstPurchases()
  readonly #waiting = new WaitingRequests()
  #exchangeWatchers: readonly WatcherWith<'observeExchange'>[] = []
  /** The watchers that have the property `isIdle`. */
  #idleWatchers: readonly WatcherWith<'observeExchange'>[] = []
  /** Whether the `isIdle` of all `#idleWatchers` is true now. */
  #areAllIdle = true
  /** The watchers that need the successes of an operation, by its name. They are filled when first needed. */
  readonly #successWatchers = new Map<string | undefined, readonly WatcherWith<'observeExchange'>[]>()
  readonly #refusalWatchers = new Map<string | undefined, readonly WatcherWith<'observeExchange'>[]>()
  #purchaseWatchers: readonly WatcherWith<'observeRepeatedPurchase'>[] = []
  #attemptWatchers: readonly WatcherWith<'observeAttempt'>[] = []
  #clockWatchers: readonly WatcherWith<'observeClockMove'>[] = []
  #settingsWatchers: readonly WatcherWith<'observeSettingsChange'>[] = []

  constructor(findingsToWatch: readonly Finding[] = findings) {
    this.#findings = findingsToWatch
    this.recreateWatchers()
  }

  /** Opens all watchers anew, so that they forget all earlier requests. Reported occurrences stay. */
  recreateWatchers(): void {
    const watchers = this.#findings.map((finding) => finding.createWatcher(this.#createReport(finding)))
    const onExchange = watchers.filter((watcher) => hasMethod(watcher, 'observeExchange'))
    this.#exchangeWatchers = onExchange.filter(({ isIdle }) => isIdle === undefined)
    this.#idleWatchers = onExchange.filter(({ isIdle }) => isIdle !== undefined)
    this.#areAllIdle = true
    this.#purchases.clear()
    this.#successWatchers.clear()
    this.#refusalWatchers.clear()
    this.#purchaseWatchers = watchers.filter((watcher) => hasMethod(watcher, 'observeRepeatedPurchase'))
    this.#attemptWatchers = watchers.filter((watcher) => hasMethod(watcher, 'observeAttempt'))
    this.#clockWatchers = watchers.filter((watcher) => hasMethod(watcher, 'observeClockMove'))
    this.#settingsWatchers = watchers.filter((watcher) => hasMethod(watcher, 'observeSettingsChange'))
  }

  observeExchange(exchange: Exchange): void {
    if (exchange.key !== null) {
      this.#noteTraffic(exchange.key.id, exchange)
      this.#waiting.noteRequest(exchange)
    }
    const { operation, status } = exchange
    if (operation?.name === 'buyLabel' && exchange.wasCarriedOut) this.#notePurchase(exchange)
    const watchersOf = status < 400 ? this.#successWatchers : this.#refusalWatchers
    let watchers = watchersOf.get(operation?.name)
    if (watchers === undefined) {
      watchers = this.#exchangeWatchers.filter((watcher) => watchesExchange(watcher, exchange))
      watchersOf.set(operation?.name, watchers)
    }
    for (const watcher of watchers) watcher.observeExchange(exchange)
    if (!this.#areAllIdle || exchange.isUnusual()) this.#passToIdleWatchers(exchange)
  }

  #notePurchase(exchange: Exchange): void {
    const first = this.#purchases.notePurchase(exchange)
    if (first !== undefined)
      for (const watcher of this.#purchaseWatchers) watcher.observeRepeatedPurchase(exchange, first)
  }

  #passToIdleWatchers(exchange: Exchange): void {
    for (const watcher of this.#idleWatchers)
      if (watchesExchange(watcher, exchange)) watcher.observeExchange(exchange)
    this.#areAllIdle = this.#idleWatchers.every(({ isIdle }) => isIdle)
  }

  observeAttempt(attempt: Attempt, endMs: number): void {
    for (const watcher of this.#attemptWatchers) watcher.observeAttempt(attempt, endMs)
  }

  observeClockMove(move: ClockMove): void {
    for (const watcher of this.#clockWatchers) watcher.observeClockMove(move)
  }

  observeSettingsChange(): void {
    for (const watcher of this.#settingsWatchers) watcher.observeSettingsChange()
  }

  /** Returns the findings that occurred, in the order of the catalogue. */
  listOccurrences(): readonly Occurrences[] {
    return this.#findings.flatMap((finding) => {
      const reported = this.#occurrences.get(finding)
      return reported === undefined || reported.count === 0 ? [] : [{ finding, ...reported }]
    })
  }

  /**
   * Recognises from the traffic with a key whether several clients may use the key. A single client sends one request after
   * the other, and never returns from a newer connection to an older one.
   */
  #noteTraffic(keyId: string, exchange: Exchange): void {
    const { connection, startMs, endMs } = exchange
    const known = this.#latestTraffic?.keyId === keyId ? this.#latestTraffic : this.#keys.get(keyId)
    if (known === undefined) {
      this.#latestTraffic = { keyId, newestConnectionId: connection.id, endMs, isShared: false }
      this.#keys.set(keyId, this.#latestTraffic)
      return
    }
    this.#latestTraffic = known
    if (startMs < known.endMs || connection.id < known.newestConnectionId) known.isShared = true
    exchange.isKeyShared = known.isShared
    known.newestConnectionId = Math.max(connection.id, known.newestConnectionId)
    known.endMs = Math.max(endMs, known.endMs)
  }

  #createReport(finding: Finding): Report {
    const reportWithDetail = (detail: string, id: string): void => {
      const { details } = this.#findOrCreateOccurrences(finding)
      if (details.length < maxDetails && !details.includes(detail)) details.push(detail)
      this.#addOccurrence(finding, [id])
    }
    const reportAsReaction = (...ids: readonly string[]): void =>
      this.#waiting.noteReaction(this.#addOccurrence(finding, ids))
    return Object.assign((...ids: readonly string[]) => this.#addOccurrence(finding, ids), {
      withDetail: reportWithDetail,
      asReaction: reportAsReaction,
    })
  }

  #findOrCreateOccurrences(finding: Finding): MutableOccurrences {
    const reported = this.#occurrences.get(finding) ?? { count: 0, requests: [], details: [] }
    this.#occurrences.set(finding, reported)
    return reported
  }

  #addOccurrence(finding: Finding, ids: readonly string[]): () => void {
    const reported = this.#findOrCreateOccurrences(finding)
    reported.count += 1
    reported.requests = [...reported.requests, ...ids.filter((id) => !reported.requests.includes(id))].slice(
      -maxRequestIds,
    )
    let isRemoved = false
    return () => {
      if (isRemoved) return
      isRemoved = true
      reported.count -= 1
      reported.requests = reported.requests.filter((id) => !ids.includes(id))
    }
  }
}

function watchesExchange(
  { operations, successes }: FindingWatcher,
  { operation, status }: Exchange,
): boolean {
  const limits = [operations, status < 400 ? successes : undefined]
  const name = operation?.name ?? ''
  return limits.every((names) => names === undefined || names.includes(name))
}

type WatcherWith<Method extends keyof FindingWatcher> = FindingWatcher &
  Required<Pick<FindingWatcher, Method>>

function hasMethod<Method extends keyof FindingWatcher>(
  watcher: FindingWatcher,
  method: Method,
): watcher is WatcherWith<Method> {
  return watcher[method] !== undefined
}
