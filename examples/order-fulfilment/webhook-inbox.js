import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Receives `label.created` events. The sender may repeat one, so events are kept by the id of their label. */
export class WebhookInbox {
  /** The signing secret: the service shows it when the URL is set. */
  secret = ''
  #events = new Map()
  #waiting = new Set()
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

  /** Resolves with the first label that matches, whether its event came before or comes within the time. */
  async waitForLabel(matches, withinMs) {
    const ended = AbortSignal.timeout(withinMs)
    for (;;) {
      const label = [...this.#events.values()].find(matches)
      if (label !== undefined || ended.aborted) return label
      await this.#waitForChange(ended)
    }
  }

  #waitForChange(ended) {
    return new Promise((resolve) => {
      this.#waiting.add(resolve)
      ended.addEventListener('abort', resolve, { once: true })
    })
  }

  async #receive(request, response) {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.method !== 'POST') return response.writeHead(405).end()
    if (!this.#isGenuine(body, request.headers['pr-signature'])) return response.writeHead(401).end()
    response.writeHead(200).end()
    const { event, data } = parse(body)
    if (event !== 'label.created' || typeof data?.id !== 'string') return
    this.#events.set(data.id, data)
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  #isGenuine(body, header = '') {
    const expected = Buffer.from(`sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`)
    const given = Buffer.from(header)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

/** Returns the fields of a JSON object; none for any other body, as an error here would end the whole shop. */
function parse(body) {
  try {
    return Object(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}
