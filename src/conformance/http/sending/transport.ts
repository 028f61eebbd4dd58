import { setMaxListeners } from 'node:events'
import type { Answer, SendingRule } from '../answer.ts'
import { decodeBody, OversizeBody, type RawAnswer } from '../answer-receiver.ts'
import { labelFileEndpointOf } from '../cause.ts'
import { TransportFailure } from '../failures.ts'
import { describeJsonExcess, readJson } from '../json.ts'
import type { Operation } from '../operation.ts'
import type { Redactor } from '../redaction.ts'
import { captureExchange } from './capture.ts'
import type { Outgoing } from './outgoing.ts'
import {
  describeMissingResponse,
  isRefusedConnection,
  maxBodyBytes,
  maxSmallBodyBytes,
  openSockets,
  type Sockets,
} from './sockets.ts'

/** A request that is about to be sent, with the rule that sends it. */
export interface Sending extends Outgoing {
  /** The operation of the request; undefined if the request is none of the thirteen. */
  readonly operation: Operation | undefined
  readonly sender: SendingRule
  /** True if the request undoes a change at the target, so that it is sent even after the run was stopped. */
  readonly cleansUp: boolean
  /** True if the request must not be sent a second time. */
  readonly once: boolean
  /** True if the rule expects that no response may come. The run then does not count a lost response as a sign that the target is down. */
  readonly mayBeLost: boolean
}

/** The facts about the run that a transport needs. */
export interface TransportOptions {
  readonly timeoutMs: number
  readonly redactor: Redactor
  readonly signal: AbortSignal
  /** Called before each request to the target. Returns a function to call with the outcome of the request. */
  onSend(what: string, place: string): (outcome: RequestOutcome) => void
}

/** The outcome of a request, by which the run decides whether the target still responds. */
export interface RequestOutcome {
  /** True if a response came, even one that was too large to read. */
  readonly worked: boolean
  readonly isGood: boolean
  /** True if the connection was refused. */
  readonly isGone: boolean
  /** Why no readable response came; null if one came. */
  readonly lostFor: string | null
  readonly durationMs: number
}

/** How many requests may be in progress at a time. */
export const connections = 96

/** Sends requests over the network, and reports each outcome to the rule that sent the request and to the run. */
export class Transport {
  readonly #origin: string
  readonly #options: TransportOptions
  readonly #sockets: Sockets
  /** Sockets for requests that undo changes at the target. They stay open when the run stops, and are created with the first such request. */
  #unstoppable: Sockets | undefined
  readonly #queue = createRequestQueue(connections)
  readonly #stopAll = (): void =>
    this.#sockets.stopAll(new DOMException('The run was stopped.', 'AbortError'))

  constructor(origin: string, options: TransportOptions) {
    this.#origin = origin
    this.#options = options
    this.#sockets = openSockets({ origin, timeoutMs: options.timeoutMs, connections })
    setMaxListeners(0, options.signal)
    options.signal.addEventListener('abort', this.#stopAll, { once: true })
  }

  /**
   * Sends a request. If a GET gets no response, sends it once more. Other requests are not repeated, as the target may
   * have carried them out.
   */
  async sendWithRetry(sending: Sending): Promise<Answer> {
    if (sending.sent.method !== 'GET' || sending.once) return this.#send(sending)
    try {
      return await this.#send(sending)
    } catch (error) {
      const isLost = error instanceof TransportFailure && !(error.cause instanceof OversizeBody)
      if (!isLost || this.#options.signal.aborted) throw error
      return this.#send(sending)
    }
  }

  /** Tests whether a GET of this path gets a response. No rule is informed of the outcome. */
  async canReach(path: string): Promise<boolean> {
    const request = { origin: this.#origin, path, method: 'GET', headers: {}, body: null }
    try {
      await this.#sockets.exchange(request)
      return true
    } catch (error) {
      return error instanceof OversizeBody
    }
  }

  async close(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#stopAll)
    await Promise.all([this.#sockets.close(), this.#unstoppable?.close()])
  }

  /** Sends a request through the queue. A request that undoes a change at the target skips the queue and is never stopped. */
  async #send(sending: Sending): Promise<Answer> {
    const { sender, cleansUp } = sending
    if (cleansUp) return this.#exchange(sending, this.#getUnstoppableSockets())
    await this.#queue.enter(sender.ruleId)
    try {
      return await this.#exchange(sending, this.#sockets)
    } finally {
      this.#queue.leave(sender.ruleId)
    }
  }

  #getUnstoppableSockets(): Sockets {
    const { timeoutMs } = this.#options
    this.#unstoppable ??= openSockets({ origin: this.#origin, timeoutMs, connections: 4 })
    return this.#unstoppable
  }

  async #exchange(sending: Sending, sockets: Sockets): Promise<Answer> {
    const { cleansUp, operation, sent, wire } = sending
    const { redactor, signal, onSend } = this.#options
    const startedAt = performance.now()
    // A link may lead to another origin. A response from there does not show whether the target responds.
    const end =
      wire.origin === this.#origin
        ? onSend(operation?.name ?? sent.method, endpointNameOf(sending))
        : undefined
    try {
      if (!cleansUp) signal.throwIfAborted()
      const isSmall = operation !== undefined && !operation.path.startsWith('/v1/batches')
      const maxBytes = isSmall ? maxSmallBodyBytes : maxBodyBytes
      const raw = await decodeResponseBody(await sockets.exchange({ ...wire, maxBytes }), maxBytes)
      const excess = describeJsonExcess(raw.body)
      if (excess !== undefined) throw new OversizeBody(`the response has ${excess}`)
      const durationMs = performance.now() - startedAt
      const isGood = raw.status >= 200 && raw.status <= 299
      end?.({ worked: true, isGood, isGone: false, lostFor: null, durationMs })
      return captureAnswer(sending, raw, { durationMs, redactor })
    } catch (error) {
      if (signal.aborted && !cleansUp) throw error
      const durationMs = performance.now() - startedAt
      const failure = captureFailure(sending, error, { durationMs, redactor })
      const worked = error instanceof OversizeBody
      if (sending.mayBeLost) {
        end?.({ worked: true, isGood: false, isGone: false, lostFor: null, durationMs })
        throw failure
      }
      const lostFor = redactor.conceal(describeMissingResponse(error))
      end?.({ worked, isGood: false, isGone: isRefusedConnection(error), lostFor, durationMs })
      if (end !== undefined) sending.sender.onLost(endpointNameOf(sending))
      throw failure
    }
  }
}

async function decodeResponseBody(raw: RawAnswer, maxBytes: number): Promise<RawAnswer> {
  const coding = raw.headers['content-encoding']
  return coding === undefined ? raw : { ...raw, body: await decodeBody(raw.body, coding, maxBytes) }
}

/** Returns the endpoint of a request, in the spelling of the report. */
function endpointNameOf({ operation, sent }: Sending): string {
  return operation?.endpoint ?? labelFileEndpointOf(sent) ?? `${sent.method} elsewhere`
}

interface Measured {
  readonly durationMs: number
  readonly redactor: Redactor
}

/** Records an exchange without a response, and returns the error that says why there was none. */
function captureFailure(
  sending: Sending,
  error: unknown,
  { durationMs, redactor }: Measured,
): TransportFailure {
  const { sent, sender, operation } = sending
  const failure = describeMissingResponse(error)
  sender.onExchange(
    captureExchange({ request: sent, failure, durationMs, redactor, nameKey: sender.nameKey }),
  )
  const got = redactor.conceal(failure)
  return new TransportFailure(`${sent.method} ${sent.path}: ${got}`, {
    cause: error,
    about: { kind: 'no-answer', endpoint: operation?.endpoint ?? null, got },
    place: endpointNameOf(sending),
  })
}

/** Records an exchange with a response, and returns the response. */
function captureAnswer(
  { sent, operation, sender }: Sending,
  { status, headers, body }: RawAnswer,
  { durationMs, redactor }: Measured,
): Answer {
  const text = body.toString('utf8')
  const response = { status, headers, text }
  const exchange = captureExchange({ request: sent, response, durationMs, redactor, nameKey: sender.nameKey })
  sender.onExchange(exchange)
  return {
    operation: operation?.name ?? null,
    request: sent,
    status,
    headers,
    body,
    text,
    json: readJson(text),
    receivedAtMs: Date.now(),
    exchange,
    ruleId: sender.ruleId,
  }
}

/** Limits how many requests are in progress at a time. The time limit of a request begins only after it left the queue. */
export interface RequestQueue {
  /** Resolves when a request may be sent. Returns undefined, without a promise, if it may be sent at once. */
  enter(ruleId: string): Promise<void> | undefined
  leave(ruleId: string): void
}

/**
 * Creates a queue that allows `room` requests at a time. The next request is always from the rule that has the fewest
 * in progress, so that a rule with hundreds of requests does not delay other rules.
 */
export function createRequestQueue(room: number): RequestQueue {
  const underWay = new Map<string, number>()
  const waiting: { readonly ruleId: string; readonly go: () => void }[] = []
  let count = 0
  const countInProgress = (ruleId: string): number => underWay.get(ruleId) ?? 0
  const beginRequest = (ruleId: string): void => {
    count += 1
    underWay.set(ruleId, countInProgress(ruleId) + 1)
  }
  return {
    enter: (ruleId) => {
      if (count < room) {
        beginRequest(ruleId)
        return undefined
      }
      return new Promise((go) => waiting.push({ ruleId, go }))
    },
    leave: (ruleId) => {
      count -= 1
      const left = countInProgress(ruleId) - 1
      if (left === 0) underWay.delete(ruleId)
      else underWay.set(ruleId, left)
      let next = 0
      for (const [index, each] of waiting.entries()) {
        if (countInProgress(each.ruleId) < countInProgress(waiting[next]?.ruleId ?? '')) next = index
      }
      for (const { ruleId: chosen, go } of waiting.splice(next, 1)) {
        beginRequest(chosen)
        go()
      }
    },
  }
}
