import type { Connection } from '../../review/waiting-requests.ts'

// The key under which the facts are stored on the socket and the request. A WeakMap would take longer than everything
// else in this file.
const facts = Symbol('facts')
const arrivedAtMs = Symbol('arrivedAtMs')

interface Marked {
  [facts]?: { -readonly [Fact in keyof Connection]: Connection[Fact] }
  [arrivedAtMs]?: number
}

let lastId = 0

function findConnectionFacts(socket: Marked) {
  let known = socket[facts]
  if (known === undefined) {
    lastId += 1
    known = { id: lastId, count: 0, closedAtMs: null, use: undefined }
    socket[facts] = known
  }
  return known
}

/** Counts a request on a connection; returns the facts about the connection, this request included. */
export function countConnectionRequest(socket: object): Connection {
  const known = findConnectionFacts(socket)
  known.count += 1
  return known
}

/** Notes that a connection has closed. */
export function noteClosedConnection(socket: object): void {
  findConnectionFacts(socket).closedAtMs = performance.now()
}

/** Notes that a request has arrived while an earlier request on its connection has no response yet. */
export function noteEarlyArrival(incoming: object): void {
  const marked: Marked = incoming
  marked[arrivedAtMs] = performance.now()
}

/**
 * Returns when a request arrived that had to wait for the response to an earlier one, in real milliseconds; undefined
 * if it did not wait.
 */
export function readEarlyArrivalMs(incoming: object): number | undefined {
  const marked: Marked = incoming
  return marked[arrivedAtMs]
}
