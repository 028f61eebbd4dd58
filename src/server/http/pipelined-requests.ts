import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../../simulator/specification/errors.ts'
import type { Capacity } from './capacity.ts'
import { noteClosedConnection, noteEarlyArrival } from './connection-facts.ts'
import { cutOffBody } from './request-body.ts'

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** The number of waiting requests of a connection at which the server stops reading from the connection. */
const maxWaiting = 32

/**
 * The maximum number of waiting requests whose handling begins in one turn of the event loop. Further requests wait for
 * the next turn.
 */
const maxPerTurn = 64

interface Connection {
  /** The latest request of the connection. */
  incoming: IncomingMessage | undefined
  outgoing: ServerResponse | undefined
  waiting: number
}

/**
 * Handles requests that a client sends before it has the response to the previous request. The server carries out the
 * requests of one connection in order, each after the response to the previous request (RFC 9112, 9.3.2). A response
 * without an end, such as an event stream, blocks all later requests of its connection.
 */
export class PipelinedRequests {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #capacity: Capacity
  #handledThisTurn = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /** Calls `handle` for a request as soon as the previous request on the connection has its response. */
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
      // The connection is closed, because a request without a response would block all later responses.
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
   * Calls `then` once all complete requests of a connection have their responses, maybe now. The refusal of unreadable
   * bytes is sent then. Sent earlier, the refusal would look like the response to one of these requests.
   */
  callAfterResponses(socket: Socket, then: () => void): void {
    const { incoming, outgoing } = this.#connections.get(socket) ?? {}
    if (incoming?.complete === true && outgoing?.closed === false) outgoing.once('close', then)
    else then()
  }

  /**
   * Ends the body of the incomplete request on a connection with an error, because the rest cannot be read. The client
   * gets the error as response, and the connection closes. Returns false if the connection has no incomplete request.
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
    // Node resumes a socket when it reads a body or has sent a response, even if many requests wait. The socket is then
    // paused again.
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
   * Calls `handle` in this turn of the event loop, or in the next turn if this turn has handled `maxPerTurn` requests.
   * Other work of the server runs between two turns.
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
