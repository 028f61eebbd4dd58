import { BoundedMap } from './bounded-map.ts'

/** A client has certainly processed a response this long after it was sent, even on another connection. */
export const surelyReceivedMs = 1_000

/** If a request waited for a free connection, the client sends it at most this long after the previous response. */
const maxPauseMs = 250

/** A connection of a client. */
export interface Connection {
  /** Connections that are opened later have greater numbers. */
  readonly id: number
  /** When the connection closed, in real milliseconds; null while it is open. */
  readonly closedAtMs: number | null
  /** `WaitingRequests` sets it. */
  use?: ConnectionUse | undefined
}

/** The client that uses a connection, and when the latest response on the connection ended. */
export interface ConnectionUse {
  client: Client
  endMs: number
}

/** A request with its times in real milliseconds of a monotonic clock. */
interface TimedRequest {
  readonly startMs: number
  readonly endMs: number
  readonly connection: Connection
  readonly isFirstOnConnection: boolean
  /** The earliest time at which the client can have decided to send the request. */
  decidedMs: number
}

/** The traffic of one client. A client may use several accounts at the same time on the same connections. */
class Client {
  readonly sinceMs: number
  /** When the latest response ended. */
  endMs = Number.NEGATIVE_INFINITY
  /** The connection of the latest request. */
  #connection: Connection | undefined
  /** The client that this one turned out to be a part of, because both used one connection; undefined if none did. */
  whole: Client | undefined
  /** The latest real time at which a request may have waited. */
  #pooledMs = Number.NEGATIVE_INFINITY
  /** The latest real time at which certainly no request waited. */
  #calmMs = Number.NEGATIVE_INFINITY
  /** When each of the latest reported reactions came, by the function that removes it. */
  readonly #reactions = new BoundedMap<() => void, number>(100)

  constructor(sinceMs: number) {
    this.sinceMs = sinceMs
  }

  /** Notes a request whose connection was free for `idleMs` before, and sets `decidedMs` of the request. */
  noteRequest(exchange: TimedRequest, idleMs: number): void {
    const { startMs, endMs, connection } = exchange
    const isEarly = idleMs < 0
    if (isEarly || this.#isBesideOther(exchange)) {
      // While requests wait for a free connection, the client may open a new one, which can take a second.
      const mayWaitForNew = isEarly || exchange.isFirstOnConnection
      this.#noteWaiting(mayWaitForNew ? startMs - surelyReceivedMs : startMs, endMs)
    }
    if (startMs - this.#pooledMs >= surelyReceivedMs) this.#calmMs = startMs
    else if (idleMs < surelyReceivedMs) exchange.decidedMs = this.#calmMs
    this.#connection = connection
    this.endMs = endMs
  }

  noteReaction(removeOccurrence: () => void, startMs: number): void {
    this.#reactions.set(removeOccurrence, startMs)
  }

  /** Adds a client that began later, once a connection shows that both are one. */
  addPart(part: Client): void {
    part.whole = this
    for (const [removeOccurrence, startMs] of part.#reactions.entries())
      this.#reactions.set(removeOccurrence, startMs)
    this.#calmMs = Math.min(this.#calmMs, part.#calmMs)
    this.#noteWaiting(part.sinceMs - surelyReceivedMs, Math.min(this.endMs, part.endMs))
    if (part.endMs <= this.endMs) return
    this.#connection = part.#connection
    this.endMs = part.endMs
  }

  /** Whether the previous request used another connection that was still open, and ended less than a second before. */
  #isBesideOther({ startMs, connection }: TimedRequest): boolean {
    if (this.#connection === undefined || this.#connection.id === connection.id) return false
    // The connection may have closed since the request came, because requests are reviewed later.
    const { closedAtMs } = this.#connection
    return (closedAtMs === null || closedAtMs > startMs) && startMs - this.endMs < surelyReceivedMs
  }

  /** Notes that requests may have waited in a span of real time. */
  #noteWaiting(sinceMs: number, untilMs: number): void {
    this.#calmMs = Math.min(this.#calmMs, sinceMs)
    this.#pooledMs = Math.max(this.#pooledMs, untilMs)
    // Mostly there are no reactions. An iterator over none would still cost each request time.
    if (this.#reactions.size === 0) return
    for (const [removeOccurrence, startMs] of this.#reactions.entries())
      if (startMs > sinceMs) removeOccurrence()
  }
}

/**
 * Recognises requests of an account that may have waited in the client for a free connection. The client decided to
 * send such a request before it received the latest response, so the request is no reaction to this response. A
 * request waits only while all connections of the client are in use, or because the client sends several requests on a
 * connection without waiting for the responses.
 */
export class WaitingRequests {
  #client: Client | undefined
  /** When the latest request came, if it came so soon that it may have waited; undefined otherwise. */
  #quickMs: number | undefined

  /** Notes a request of an account, and sets the earliest time at which the client can have decided to send it. */
  noteRequest(exchange: TimedRequest): void {
    const { startMs, endMs, connection } = exchange
    const { use } = connection
    const client = joinClients(this.#client, use?.client) ?? new Client(startMs)
    const idleMs = use === undefined ? 0 : startMs - use.endMs
    client.noteRequest(exchange, idleMs)
    this.#client = client
    this.#quickMs = idleMs < maxPauseMs ? startMs : undefined
    if (use === undefined) connection.use = { client, endMs }
    else {
      use.client = client
      use.endMs = endMs
    }
  }

  /** Notes that the latest request was reported as a reaction; `removeOccurrence` removes the occurrence. */
  noteReaction(removeOccurrence: () => void): void {
    if (this.#quickMs !== undefined) this.#client?.noteReaction(removeOccurrence, this.#quickMs)
  }
}

/**
 * Returns the client of an account. If another client was in use at the same time on its connection, both are one
 * client, so the later one becomes a part of the earlier one.
 */
function joinClients(own: Client | undefined, other: Client | undefined): Client | undefined {
  const first = findWholeClient(own)
  const second = own === other ? first : findWholeClient(other)
  if (first === undefined || second === undefined || first === second) return first
  const [whole, part] = first.sinceMs <= second.sinceMs ? [first, second] : [second, first]
  // The next test may use the connections of the previous test with another account. Then they are two clients.
  if (whole.endMs < part.sinceMs) return first
  whole.addPart(part)
  return whole
}

function findWholeClient(client: Client | undefined): Client | undefined {
  let found = client
  while (found?.whole !== undefined) found = found.whole
  return found
}
