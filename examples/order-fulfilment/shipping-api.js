import { setTimeout as sleepFor } from 'node:timers/promises'

/** An error response of the service. */
export class ApiError extends Error {
  constructor(status, { code, message, suggestion, request_id }, retryAfterS) {
    super(`${code}: ${message} ${suggestion} (${request_id})`)
    Object.assign(this, { status, code, retryAfterS })
  }
}

/** Thrown if no response could be read. The service may have carried out the request all the same. */
export class LostResponse extends Error {}

/** Sends the requests of an order. `fetch` keeps its connections open and reuses them. */
export class ShippingApi {
  #url
  #key
  #sleep
  #timeoutMs
  #maxTries

  constructor({ url, key, sleep = sleepFor, timeoutMs = 10_000, maxTries = 4 }) {
    this.#url = url
    this.#key = key
    this.#sleep = sleep
    this.#timeoutMs = timeoutMs
    this.#maxTries = maxTries
  }

  /** Whether the key is live. The wallet pays for labels only with a live key. */
  get isLive() {
    return this.#key.startsWith('pr_live_')
  }

  validateAddress(address) {
    return this.#sendWithRetries('POST', '/v1/addresses/validate', address, canRepeatSafely)
  }

  quoteRates(shipment) {
    return this.#sendWithRetries('POST', '/v1/rates', shipment, canRepeatSafely)
  }

  readLabel(id) {
    return this.#sendWithRetries('GET', `/v1/labels/${id}`, undefined, canRepeatSafely)
  }

  readWallet() {
    return this.#sendWithRetries('GET', '/v1/wallet', undefined, canRepeatSafely)
  }

  /** Buys a label. It repeats only a request that the rate limit refused: repeating any other request might buy twice. */
  buyLabel(rateId) {
    return this.#sendWithRetries('POST', '/v1/labels', { rate_id: rateId }, isRateLimited)
  }

  async #sendWithRetries(method, path, body, canRetry) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#send(method, path, body)
      } catch (error) {
        if (tries === this.#maxTries || !canRetry(error)) throw error
        await this.#sleep(1000 * (error.retryAfterS ?? 2 ** tries / 4))
      }
    }
  }

  async #send(method, path, body) {
    let response
    let content
    try {
      response = await fetch(this.#url + path, {
        method,
        headers: {
          Authorization: `Bearer ${this.#key}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(this.#timeoutMs),
      })
      content = await response.json()
    } catch (cause) {
      throw new LostResponse(`no response of ${method} ${path} could be read`, { cause })
    }
    if (response.ok) return content
    throw new ApiError(response.status, content.error, readRetryAfter(response))
  }
}

/** Returns the seconds in the header `Retry-After`; undefined if it is missing. */
function readRetryAfter(response) {
  const header = response.headers.get('Retry-After')
  return header === null ? undefined : Number(header)
}

const isRateLimited = (error) => error.status === 429
const canRepeatSafely = (error) =>
  error instanceof LostResponse || isRateLimited(error) || error.status >= 500
