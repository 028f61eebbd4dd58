import type { Connection } from '../../review/waiting-requests.ts'

// Facts are stored as properties of the socket and the request, because a WeakMap would be much slower.
const facts = Symbol('facts')
const arrivedAtMs = Symbol('arrivedAtMs')

interface ConnectionFacts extends Connection {
  /** The number of requests on the connection so far. */
  count: number
  closedAtMs: number | null
}

interface Marked {
  [facts]?: ConnectionFacts
  [arrivedAtMs]?: number
}

let lastId = 0

function findConnectionFacts(socket: Marked): ConnectionFacts {
  let known = socket[facts]
  if (known === undefined) {
    lastId += 1
    known = { id: lastId, count: 0, closedAtMs: null, use: undefined }
    socket[facts] = known
  }
  return known
}

/** Counts a request on a connection. Returns the facts about the connection, with this request counted. */
export function countConnectionRequest(socket: object): Readonly<ConnectionFacts> {
  const known = findConnectionFacts(socket)
  known.count += 1
  return known
}

export function noteClosedConnection(socket: object): void {
  findConnectionFacts(socket).closedAtMs = performance.now()
}

/** Notes that a request has arrived now, before the response to an earlier request on its connection. */
export function noteEarlyArrival(incoming: object): void {
  const marked: Marked = incoming
  marked[arrivedAtMs] = performance.now()
}

/** Returns the real time at which a request arrived, if it had to wait for an earlier response; else undefined. */
export function readEarlyArrivalMs(incoming: object): number | undefined {
  const marked: Marked = incoming
  return marked[arrivedAtMs]
}
