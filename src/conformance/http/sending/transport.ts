import { setMaxListeners } from 'node:events'
import type { Answer, SendingRule } from '../answer.ts'
import { decodeBody, OversizeBody, type RawAnswer } from '../answer-receiver.ts'
import { fileEndpointOf } from '../cause.ts'
import { TransportFailure } from '../failures.ts'
import { describeExcess, readJson } from '../json.ts'
import type { Operation } from '../operation.ts'
import type { Redactor } from '../redaction.ts'
import { captureExchange } from './capture.ts'
import type { Outgoing } from './outgoing.ts'
import {
  describeLoss,
  isRefusedConnection,
  maxBodyBytes,
  maxSmallBodyBytes,
  openSockets,
  type Sockets,
} from './sockets.ts'

/** A request that the run has allowed, with the rule that sends it. */
export interface Sending extends Outgoing {
  /** The operation of the request; undefined if the request is none of the thirteen. */
  readonly operation: Operation | undefined
  readonly sender: SendingRule
  /** True if the request is sent and completed even after the run was stopped. */
  readonly cleansUp: boolean
  /** True if the request must not be sent a second time. */
  readonly once: boolean
  /** True if only the sending rule is informed when no response comes. */
  readonly mayBeLost: boolean
}

/** The facts about the run that a transport needs. */
export interface TransportOptions {
  readonly timeoutMs: number
  readonly redactor: Redactor
  readonly signal: AbortSignal
  /** Called before each request to the target. Returns a function to call with the outcome. */
  onSend(what: string, place: string): (outcome: RequestOutcome) => void
}

/** The outcome of a request, as far as it tells whether the target still responds. */
export interface RequestOutcome {
  /** True if a response came, even if it was too large to read. */
  readonly worked: boolean
  readonly isGood: boolean
  /** True if the connection was refused. */
  readonly isGone: boolean
  /** Why there was no response that could be read; null if there was one. */
  readonly lostFor: string | null
  readonly durationMs: number
}

/** How many requests may be in progress at a time. */
export const connections = 96

/** Sends requests over the network, and reports the outcomes to the sending rules and to the run. */
export class Transport {
  readonly #origin: string
  readonly #options: TransportOptions
  readonly #sockets: Sockets
  /**
   * Sockets for requests that undo changes of the run. They continue when all others are stopped, and are opened for
   * the first such request.
   */
  #unstoppable: Sockets | undefined
  readonly #queue = openRequestQueue(connections)
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
   * Sends a request. If a GET gets no response, sends it a second time. Other requests are not repeated, as the
   * target may have carried them out.
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

  /** Tests whether a GET of this path gets any response. No rule is informed of the outcome. */
  async isAnswered(path: string): Promise<boolean> {
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

  /** Sends a request through the queue. A request that undoes a change of the run does not wait in the queue and is never stopped. */
  async #send(sending: Sending): Promise<Answer> {
    const { sender, cleansUp } = sending
    if (cleansUp) return this.#exchange(sending, this.#openUnstoppable())
    await this.#queue.enter(sender.ruleId)
    try {
      return await this.#exchange(sending, this.#sockets)
    } finally {
      this.#queue.leave(sender.ruleId)
    }
  }

  #openUnstoppable(): Sockets {
    const { timeoutMs } = this.#options
    this.#unstoppable ??= openSockets({ origin: this.#origin, timeoutMs, connections: 4 })
    return this.#unstoppable
  }

  async #exchange(sending: Sending, sockets: Sockets): Promise<Answer> {
    const { cleansUp, operation, sent, wire } = sending
    const { redactor, signal, onSend } = this.#options
    const startedAt = performance.now()
    // A link may lead to another origin, whose responses say nothing about the target.
    const end =
      wire.origin === this.#origin
        ? onSend(operation?.name ?? sent.method, endpointNameOf(sending))
        : undefined
    try {
      if (!cleansUp) signal.throwIfAborted()
      const isSmall = operation !== undefined && !operation.path.startsWith('/v1/batches')
      const maxBytes = isSmall ? maxSmallBodyBytes : maxBodyBytes
      const raw = await decodeResponseBody(await sockets.exchange({ ...wire, maxBytes }), maxBytes)
      const excess = describeExcess(raw.body)
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
      const lostFor = redactor.conceal(describeLoss(error))
      end?.({ worked, isGood: false, isGone: isRefusedConnection(error), lostFor, durationMs })
      if (end !== undefined) sending.sender.onLost(endpointNameOf(sending))
      throw failure
    }
  }
}

/** Decodes the body of a response, as some gateways compress although the request does not allow it. */
async function decodeResponseBody(raw: RawAnswer, maxBytes: number): Promise<RawAnswer> {
  const coding = raw.headers['content-encoding']
  return coding === undefined ? raw : { ...raw, body: await decodeBody(raw.body, coding, maxBytes) }
}

/** Returns the endpoint of a request, as reports name it. */
function endpointNameOf({ operation, sent }: Sending): string {
  return operation?.endpoint ?? fileEndpointOf(sent) ?? `${sent.method} elsewhere`
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
  const failure = describeLoss(error)
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

/** Limits how many requests are in progress at a time. A request waits here before its time limit begins to run. */
export interface RequestQueue {
  /** Resolves when a request may be sent. Returns undefined, without a promise, if it may be sent at once. */
  enter(who: string): Promise<void> | undefined
  leave(who: string): void
}

/**
 * Creates a queue that allows `room` requests at a time. The rule with the fewest requests in progress goes first, so
 * that a rule with hundreds does not delay others.
 */
export function openRequestQueue(room: number): RequestQueue {
  const underWay = new Map<string, number>()
  const waiting: { readonly who: string; readonly go: () => void }[] = []
  let count = 0
  const countInProgress = (who: string): number => underWay.get(who) ?? 0
  const beginRequest = (who: string): void => {
    count += 1
    underWay.set(who, countInProgress(who) + 1)
  }
  return {
    enter: (who) => {
      if (count < room) {
        beginRequest(who)
        return undefined
      }
      return new Promise((go) => waiting.push({ who, go }))
    },
    leave: (who) => {
      count -= 1
      const left = countInProgress(who) - 1
      if (left === 0) underWay.delete(who)
      else underWay.set(who, left)
      let next = 0
      for (const [index, each] of waiting.entries()) {
        if (countInProgress(each.who) < countInProgress(waiting[next]?.who ?? '')) next = index
      }
      for (const { who: chosen, go } of waiting.splice(next, 1)) {
        beginRequest(chosen)
        go()
      }
    },
  }
}
