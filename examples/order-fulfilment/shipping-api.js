import { setTimeout as sleepFor } from 'node:timers/promises'

/** The service refused a request, with its own error. */
export class ApiError extends Error {
  constructor(status, { code, message, suggestion, request_id }, retryAfterS) {
    super(`${code}: ${message} ${suggestion} (${request_id})`)
    Object.assign(this, { status, code, retryAfterS })
  }
}

/** No response could be read. The service may have carried out the request all the same. */
export class LostResponse extends Error {}

/** The requests that an order needs. `fetch` keeps connections open and uses them again. */
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

  /** Only a live key pays for its labels. */
  get isLive() {
    return this.#key.startsWith('pr_live_')
  }

  validateAddress(address) {
    return this.#repeat('POST', '/v1/addresses/validate', address, mayRepeat)
  }

  quoteRates(shipment) {
    return this.#repeat('POST', '/v1/rates', shipment, mayRepeat)
  }

  readLabel(id) {
    return this.#repeat('GET', `/v1/labels/${id}`, undefined, mayRepeat)
  }

  readWallet() {
    return this.#repeat('GET', '/v1/wallet', undefined, mayRepeat)
  }

  /** Buys a label. Only a request that the rate limit refused is repeated: any other might buy twice. */
  buyLabel(rateId) {
    return this.#repeat('POST', '/v1/labels', { rate_id: rateId }, isRateLimited)
  }

  async #repeat(method, path, body, isWorthATry) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#send(method, path, body)
      } catch (error) {
        if (tries === this.#maxTries || !isWorthATry(error)) throw error
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

/** Returns the seconds of the header; undefined without it. */
function readRetryAfter(response) {
  const header = response.headers.get('Retry-After')
  return header === null ? undefined : Number(header)
}

const isRateLimited = (error) => error.status === 429
const mayRepeat = (error) => error instanceof LostResponse || isRateLimited(error) || error.status >= 500
