import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../../simulator/specification/errors.ts'
import type { Capacity } from './capacity.ts'
import { noteClosedConnection, noteEarlyArrival } from './connection-facts.ts'
import { cutOffBody } from './request-body.ts'

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** If this many requests of a connection are waiting, the server stops reading from the connection. */
const maxWaiting = 32

/**
 * The maximum number of waiting requests that are handled in one turn of the event loop; the rest waits for the next
 * turn.
 */
const maxPerTurn = 64

interface Connection {
  /** The latest request of the connection. */
  incoming: IncomingMessage | undefined
  outgoing: ServerResponse | undefined
  waiting: number
}

/**
 * Orders requests that clients send before they have the previous response. The server runs the requests of one
 * connection in order, each after the response to the one before (RFC 9112, 9.3.2). A response that does not end, such
 * as a stream of events, blocks all requests after it.
 */
export class PipelinedRequests {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #capacity: Capacity
  #handledThisTurn = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /** Handles a request at once, or after the response to the one before. */
  handleInOrder(incoming: IncomingMessage, outgoing: ServerResponse, handle: Handle): void {
    const { socket } = incoming
    const connection = this.#connections.get(socket) ?? this.#trackConnection(socket)
    connection.incoming = incoming
    connection.outgoing = outgoing
    // Node assigns the socket to a response once all earlier responses on the connection are sent.
    if (outgoing.socket !== null) {
      handle(incoming, outgoing)
      return
    }
    if (!this.#capacity.takePlace('waiting requests')) {
      // Without this response, later responses on the connection could not be sent either.
      socket.destroy()
      return
    }
    noteEarlyArrival(incoming)
    connection.waiting += 1
    if (connection.waiting >= maxWaiting) socket.pause()
    outgoing.once('socket', () => {
      connection.waiting -= 1
      this.#capacity.freePlaces('waiting requests')
      if (connection.waiting === maxWaiting - 1) socket.resume()
      this.#handleSoon(() => {
        if (!outgoing.destroyed) handle(incoming, outgoing)
      })
    })
  }

  /**
   * Calls `then` after the responses to all complete requests of a connection, at once if there are none. If unreadable
   * bytes were refused earlier, the client would take the refusal for the response to one of these requests.
   */
  afterResponses(socket: Socket, then: () => void): void {
    const { incoming, outgoing } = this.#connections.get(socket) ?? {}
    if (incoming?.complete === true && outgoing?.closed === false) outgoing.once('close', then)
    else then()
  }

  /**
   * Ends the body of the unfinished request on a connection with an error, as its rest cannot be read. The request gets
   * the error response, even if nothing reads the body; then the connection closes. Returns false if there is no
   * unfinished request.
   */
  endUnfinishedBody(socket: Socket, error: ApiError): boolean {
    const { incoming, outgoing } = this.#connections.get(socket) ?? {}
    if (incoming === undefined || outgoing === undefined || incoming.complete) return false
    if (outgoing.headersSent) return true
    outgoing.shouldKeepAlive = false
    cutOffBody(incoming, error)
    return true
  }

  #trackConnection(socket: Socket): Connection {
    const connection: Connection = { incoming: undefined, outgoing: undefined, waiting: 0 }
    this.#connections.set(socket, connection)
    // Node resumes a socket when it reads a body or has sent a response, however many requests wait, so the socket may
    // have to be paused again.
    socket.on('resume', () => {
      if (connection.waiting >= maxWaiting) socket.pause()
    })
    socket.once('close', () => {
      noteClosedConnection(socket)
      this.#capacity.freePlaces('waiting requests', connection.waiting)
      connection.waiting = 0
    })
    return connection
  }

  /**
   * Handles a request in this turn of the event loop or, if it has handled too many, in the next turn: otherwise all
   * quick requests would share one turn.
   */
  #handleSoon(handle: () => void): void {
    if (this.#handledThisTurn === 0)
      setImmediate(() => {
        this.#handledThisTurn = 0
      })
    this.#handledThisTurn += 1
    if (this.#handledThisTurn <= maxPerTurn) handle()
    else setImmediate(handle)
  }
}
