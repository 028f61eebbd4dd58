import {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  request as sendHttp,
} from 'node:http'
import { request as sendHttps, Agent as TlsAgent } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { testReceiverHeader } from '../../simulator/webhooks/signature.ts'
import { SwitchedProtocolsError, TooManyHintsError } from './attempt-failure.ts'
import { createReceiverConnector } from './receiver-connector.ts'

const bodyLimitBytes = 64 * 1024
const bodyGraceMs = 250
const headersLimitBytes = 16 * 1024
/** The maximum number of interim (1xx) responses before the final response. */
const maxHints = 100
/**
 * The number of turns of the event loop to wait before a connection is reused. Meanwhile, Node notices if the receiver
 * has closed it.
 */
const turnsBeforeReuse = 3

export interface ReceiverResponse {
  readonly responseCode: number
  readonly isTestReceiver: true | undefined
  /** Resolves once the response has ended, with whether the connection can be reused. */
  readonly canReuse: Promise<boolean>
}

/**
 * A connection to an origin for several attempts. It has at most one socket, which stays open between attempts. It uses
 * Node's HTTP client, because undici rejects a `100 Continue` that it did not request, and a receiver may send one at
 * any time (RFC 9110, 15.2).
 */
export class ReceiverConnection {
  readonly origin: string
  readonly #agent: Agent
  #socket: Socket | undefined
  #destroyed = false

  constructor(options: {
    readonly origin: string
    readonly lookup: LookupFunction | undefined
    readonly idleMs: number
    readonly onLost: (connection: ReceiverConnection) => void
  }) {
    this.origin = options.origin
    const onSocketOpened = (socket: Socket) => {
      this.#socket = socket
      socket.once('close', () => {
        if (this.#socket === socket) this.#socket = undefined
        options.onLost(this)
      })
    }
    const connect = createReceiverConnector({ lookup: options.lookup, onSocketOpened })
    const target = new URL(options.origin)
    const kept: AgentOptions = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1, timeout: options.idleMs }
    this.#agent = target.protocol === 'https:' ? new TlsAgent(kept) : new Agent(kept)
    Object.assign(this.#agent, {
      createConnection: (_: unknown, done: (error: Error | null, socket?: Socket) => void): void => {
        if (this.#destroyed) done(new Error('closed before it was connected'))
        else connect(target, done)
      },
    })
  }

  get isOpen(): boolean {
    return this.#socket !== undefined
  }

  /** Posts a body. Resolves at the response headers. Rejects for an earlier error, or if `destroy` is called. */
  async post(attempt: {
    readonly path: string
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
  }): Promise<ReceiverResponse> {
    for (let turn = 0; turn < turnsBeforeReuse && this.isOpen; turn += 1) await nextTurn()
    // Node's agent opens another socket while a destroyed one is still closing.
    if (this.#socket?.destroyed) await waitForSocketClose(this.#socket)
    const { protocol, hostname, port } = new URL(this.origin)
    const send = protocol === 'https:' ? sendHttps : sendHttp
    return new Promise((resolve, reject) => {
      const request = send({
        agent: this.#agent,
        protocol,
        hostname,
        port,
        method: 'POST',
        path: attempt.path,
        headers: attempt.headers,
        maxHeaderSize: headersLimitBytes,
      })
      // An error after the response headers changes nothing, because the promise is already resolved.
      request.on('error', reject)
      limitInterimResponses(request)
      request.once('upgrade', (_, socket) => {
        socket.destroy()
        reject(new SwitchedProtocolsError('the receiver switched to another protocol'))
      })
      request.once('response', (response) => {
        resolve({
          responseCode: response.statusCode ?? 0,
          isTestReceiver: testReceiverHeader.toLowerCase() in response.headers || undefined,
          canReuse: discardBody(request, response),
        })
      })
      request.end(attempt.body)
    })
  }

  /** Closes the socket; a running request ends with an error. Resolves once the socket is closed. */
  async destroy(): Promise<void> {
    this.#destroyed = true
    const socket = this.#socket
    if (socket !== undefined) await waitForSocketClose(socket.destroy())
    this.#agent.destroy()
  }
}

function waitForSocketClose(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve))
}

/**
 * Ends a request with an error after too many interim responses, so that endless interim responses do not occupy the
 * connection until the deadline.
 */
function limitInterimResponses(request: ClientRequest): void {
  let hints = 0
  request.on('information', () => {
    hints += 1
    if (hints > maxHints)
      request.destroy(
        new TooManyHintsError('the receiver sent too many interim responses and no final response'),
      )
  })
}

function discardBody(request: ClientRequest, response: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => response.destroy(), bodyGraceMs)
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bodyLimitBytes) response.destroy()
    })
    response.on('error', () => undefined)
    response.once('close', () => {
      clearTimeout(grace)
      resolve(response.complete && request.shouldKeepAlive)
    })
  })
}
