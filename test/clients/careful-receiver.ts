import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'

/** A webhook receiver that relies on nothing but the specification. It acts once on each label. */
export class CarefulReceiver {
  /** The secret with which the service signs events. */
  secret: string
  readonly #server: Server
  readonly #labels = new Map<string, number>()

  constructor(secret: string) {
    this.secret = secret
    this.#server = createServer(async (request, response) => {
      response.writeHead(await this.#respond(request)).end()
    })
  }

  /** Listens on a free port of this machine; returns the URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port.')
    return `http://127.0.0.1:${address.port}/hooks`
  }

  /** The ids of the labels in events so far. */
  get labels(): readonly string[] {
    return [...this.#labels.keys()]
  }

  /** Returns how often the receiver acted on the event of a label. */
  count(labelId: string): number {
    return this.#labels.get(labelId) ?? 0
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  /** Verifies the signature of the bytes as received, because the same JSON can be written in other ways. */
  async #respond(request: IncomingMessage): Promise<number> {
    const body = Buffer.concat(await request.toArray())
    const expected = Buffer.from(`sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`)
    const given = Buffer.from(String(request.headers['pr-signature'] ?? ''))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 401
    if (request.method !== 'POST') return 405
    const { event, data } = Object(parseJson(body))
    const id = data?.id
    if (typeof id !== 'string') return 400
    if (event === 'label.created' && !this.#labels.has(id)) this.#labels.set(id, 1)
    return 200
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
