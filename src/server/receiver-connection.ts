import type { LookupFunction, Socket } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { TooManyHintsError } from './attempt-failure.ts'
import { createReceiverConnector } from './receiver-connector.ts'

const bodyLimitBytes = 64 * 1024
const bodyGraceMs = 250
const headersLimitBytes = 16 * 1024
/** Informational responses before the one that counts. */
const mostHints = 100
/** Shorter than what receivers commonly keep, so that an attempt seldom meets a connection just being closed. */
const idleMs = 1_000

export interface Answer {
  readonly responseCode: number
  /** Resolves once nothing more comes over this connection for the answer: true if it is fit for another attempt. */
  readonly bodyGone: Promise<boolean>
}

/** One place at one origin: never more than one socket at a time, kept open between attempts. */
export class ReceiverConnection {
  readonly origin: string
  readonly #client: Client
  #socket: Socket | undefined

  constructor(options: {
    readonly Client: typeof Client
    readonly origin: string
    readonly lookup: LookupFunction | undefined
    readonly lost: (connection: ReceiverConnection) => void
  }) {
    this.origin = options.origin
    const opened = (socket: Socket) => {
      this.#socket = socket
      socket.once('close', () => {
        if (this.#socket === socket) this.#socket = undefined
      })
    }
    this.#client = new options.Client(options.origin, {
      connect: createReceiverConnector({ lookup: options.lookup, opened }),
      maxHeaderSize: headersLimitBytes,
      maxResponseSize: bodyLimitBytes,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      keepAliveTimeoutThreshold: 500,
      // The attempt's own deadline bounds these, where undici's timers would start anew with every sign of life.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    this.#client.on('disconnect', () => options.lost(this))
  }

  get isOpen(): boolean {
    return this.#socket !== undefined
  }

  /** Posts and resolves at the response headers. Rejects with the transport's error, or once destroyed. */
  async post(request: {
    readonly path: string
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
  }): Promise<Answer> {
    let hints = 0
    const { statusCode, body } = await this.#client.request({
      method: 'POST',
      path: request.path,
      headers: { ...request.headers },
      body: request.body,
      // One that goes on giving hints would have all the time there is until the deadline.
      onInfo: () => {
        hints += 1
        if (hints > mostHints)
          this.#socket?.destroy(new TooManyHintsError('no response came, only hints of one'))
      },
    })
    return { responseCode: statusCode, bodyGone: discard(body) }
  }

  /** Cuts what is under way and resolves once the socket is closed. */
  async destroy(): Promise<void> {
    const socket = this.#socket
    const closed =
      socket === undefined ? undefined : new Promise((resolve) => socket.once('close', resolve).destroy())
    await Promise.all([this.#client.destroy(), closed])
  }
}

async function discard(body: Dispatcher.ResponseData['body']): Promise<boolean> {
  const grace = setTimeout(() => body.destroy(), bodyGraceMs)
  await body.dump({ limit: bodyLimitBytes })
  clearTimeout(grace)
  return body.readableEnded
}
