import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Receives `label.created` events. The service may repeat an event, so the inbox stores it by the id of its label. */
export class WebhookInbox {
  /** The signing secret. The service shows it when the webhook URL is set. */
  secret = ''
  #events = new Map()
  #waiters = new Set()
  #server = createServer((request, response) => this.#receive(request, response))

  /** Starts to listen on any free port, and returns the URL for the service. */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${this.#server.address().port}/hooks`
  }

  close() {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(resolve))
  }

  /** Resolves with the matching label of a past or coming event; with undefined if none arrives within `withinMs`. */
  async waitForLabel(matches, withinMs) {
    const ended = AbortSignal.timeout(withinMs)
    for (;;) {
      const label = [...this.#events.values()].find(matches)
      if (label !== undefined || ended.aborted) return label
      await this.#waitForEvent(ended)
    }
  }

  #waitForEvent(ended) {
    return new Promise((resolve) => {
      this.#waiters.add(resolve)
      ended.addEventListener('abort', resolve, { once: true })
    })
  }

  async #receive(request, response) {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.method !== 'POST') return response.writeHead(405).end()
    if (!this.#hasValidSignature(body, request.headers['pr-signature'])) return response.writeHead(401).end()
    response.writeHead(200).end()
    const { event, data } = parseObject(body)
    if (event !== 'label.created' || typeof data?.id !== 'string') return
    this.#events.set(data.id, data)
    for (const wake of this.#waiters) wake()
    this.#waiters.clear()
  }

  #hasValidSignature(body, header = '') {
    const expected = Buffer.from(`sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`)
    const given = Buffer.from(header)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

/** Returns a JSON body as an object; an empty object for a body that is not JSON, which must not end the whole shop. */
function parseObject(body) {
  try {
    return Object(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}
