/** The facts about a connection of a client. */
export interface ConnectionFacts {
  /** Greater than those of all connections known before. */
  readonly id: number
  /** The number of counted requests on it so far. */
  readonly count: number
  /** When it closed, in real milliseconds; null while it is open. */
  readonly closedAtMs: number | null
}

const connections = new WeakMap<
  object,
  { -readonly [Fact in keyof ConnectionFacts]: ConnectionFacts[Fact] }
>()
let lastId = 0

function factsOf(socket: object) {
  let facts = connections.get(socket)
  if (facts === undefined) {
    lastId += 1
    facts = { id: lastId, count: 0, closedAtMs: null }
    connections.set(socket, facts)
  }
  return facts
}

/** Counts a request on a connection; returns the facts with this request. */
export function countRequestOn(socket: object): ConnectionFacts {
  const facts = factsOf(socket)
  facts.count += 1
  return facts
}

/** When requests came that had to wait for the response to the one before, in real milliseconds. */
const arrivals = new WeakMap<object, number>()

/** Notes that a request has come while the one before it on its connection has no response yet. */
export function noteEarlyArrival(incoming: object): void {
  arrivals.set(incoming, performance.now())
}

/** Returns when a request came that had to wait for its turn; undefined for one that did not. */
export function earlyArrivalOf(incoming: object): number | undefined {
  return arrivals.get(incoming)
}

/** Notes that a connection has closed. */
export function noteClosed(socket: object): void {
  factsOf(socket).closedAtMs = performance.now()
}
