import { setMaxListeners } from 'node:events'
import type { Answer, SentRequest } from './answer.ts'
import { type KeptExchange, keep } from './capture.ts'
import { decoded } from './content-coding.ts'
import { Throttled, TransportFailure, Unsafe } from './failures.ts'
import { isTooDeep, mostLevels, readJson } from './json.ts'
import { openLine } from './line.ts'
import { findOperation, type OperationName, operationOf } from './operation.ts'
import { type ClientRequest, type Outgoing, openAddressing } from './outgoing.ts'
import type { Pace } from './pace.ts'
import { OversizeBody, type RawAnswer } from './receiving.ts'
import type { Redactor } from './redaction.ts'
import { maxBodyBytes, openSockets, type Sockets } from './sockets.ts'

/** Sends requests to one target and keeps what comes of them. */
export interface Client {
  readonly baseUrl: string
  /** Throws TransportFailure, Throttled, Unsafe. */
  send(request: ClientRequest, hears: Hears): Promise<Answer>
  close(): Promise<void>
}

/** Who is told what was sent and what came back. */
export interface Hears {
  onExchange(exchange: KeptExchange): void
  onAnswer(answer: Answer): void
  /** The rule that sends. */
  readonly ruleId: string
  /** The variable that stands for a key where a request is shown. */
  nameKey(key: string): string
  /** May this live key spend? Undefined where nothing could cost. */
  maySpend(): boolean
  /** Before this is sent. Throws where it must not be. */
  toSend(operation: OperationName | undefined, body: string | Buffer | undefined): void
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly redactor: Redactor
  readonly version: string
  /** Keeps to the documented limits; left out where every rule has keys of its own. */
  readonly pace?: Pace | undefined
  /** How long the whole run may wait for limits that others have used up. */
  readonly patience: { leftMs: number }
  /** Lets time pass, and may say for what. */
  pause(waitMs: number, what: string): Promise<void>
  readonly signal: AbortSignal
  /** Hears of each request to the target as it is sent, and then what came of it. */
  onSend(what: string): (heard: Heard) => void
}

/** What came of a request, as far as it tells of the target. */
export interface Heard {
  /** An answer came, be it one too large. */
  readonly worked: boolean
  readonly isGood: boolean
  /** Nobody takes connections there. */
  readonly isGone: boolean
  readonly durationMs: number
}

const maxTries = 3
/** So many requests are under way at most. */
export const connections = 96

interface Sending extends Outgoing {
  readonly operation: OperationName | null
  readonly hears: Hears
  /** It goes out, and on, even when the run has been stopped. */
  readonly cleansUp: boolean
}

export function openClient(options: ClientOptions): Client {
  const { patience, pace, signal } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const address = openAddressing(baseUrl, options.version)
  const wire = openWire(new URL(baseUrl).origin, options)
  return {
    baseUrl,
    send: async (asked, hears) => {
      const cleansUp = asked.cleansUp === true
      if (!cleansUp) signal.throwIfAborted()
      const outgoing = address(asked)
      const { sent } = outgoing
      const operation = findOperation(sent.method, sent.path)
      refuseSpending(sent, operation?.name, hears)
      hears.toSend(operation?.name, sent.body)
      const sending = { ...outgoing, operation: operation?.name ?? null, hears, cleansUp }
      for (let tried = 1; ; tried += 1) {
        await pace?.take(sent.key, operation, { atOnce: asked.takes429 === true })
        const answer = await sendSurely(sending, wire, signal)
        pace?.hear(answer)
        hears.onAnswer(answer)
        if (answer.status !== 429 || asked.takes429 === true) return answer
        const waitMs = retryAfterMs(answer)
        if (tried === maxTries || waitMs > patience.leftMs) {
          throw new Throttled(
            `${sent.method} ${sent.path}: the target limits requests (429) for longer than the run may wait`,
          )
        }
        patience.leftMs -= waitMs
        await options.pause(waitMs, `${sent.method} ${sent.path}, which others have used up (429)`)
      }
    },
    close: wire.close,
  }
}

/** Sends once, and tells whoever wants to hear of it what came of it. */
interface Wire {
  send(sending: Sending): Promise<Answer>
  close(): Promise<void>
}

function openWire(origin: string, options: ClientOptions): Wire {
  const { redactor, timeoutMs, signal, onSend } = options
  const stoppable = openSockets({ origin, timeoutMs, connections })
  const line = openLine(connections)
  /** What puts something right goes on when everything else is stopped. */
  let unstoppable: Sockets | undefined
  const stopAll = (): void => stoppable.stopAll(new DOMException('The run was stopped.', 'AbortError'))
  setMaxListeners(0, signal)
  signal.addEventListener('abort', stopAll, { once: true })

  const keepFailure = (
    { sent, hears, operation }: Sending,
    error: unknown,
    durationMs: number,
  ): TransportFailure => {
    const failure = error instanceof Error ? error.message : String(error)
    hears.onExchange(keep({ request: sent, failure, durationMs, redactor, nameKey: hears.nameKey }))
    const got = redactor.conceal(failure)
    const endpoint = operation === null ? null : operationOf(operation).endpoint
    return new TransportFailure(`${sent.method} ${sent.path}: ${got}`, {
      cause: error,
      about: { kind: 'no-answer', endpoint, got },
    })
  }
  return {
    send: async (sending) => {
      const { hears, cleansUp } = sending
      if (!cleansUp) await line.enter(hears.ruleId)
      const startedAt = performance.now()
      if (sending.cleansUp) unstoppable ??= openSockets({ origin, timeoutMs, connections: 4 })
      const sockets = (sending.cleansUp ? unstoppable : undefined) ?? stoppable
      // Where its links lead to may be down without the target being so.
      const end =
        sending.wire.origin === origin ? onSend(sending.operation ?? sending.sent.method) : undefined
      try {
        if (!cleansUp) signal.throwIfAborted()
        const raw = await unpacked(await sockets.exchange(sending.wire))
        if (isTooDeep(raw.body)) throw new OversizeBody(`the answer has more than ${mostLevels} levels`)
        const durationMs = performance.now() - startedAt
        const isGood = raw.status >= 200 && raw.status <= 299
        end?.({ worked: true, isGood, isGone: false, durationMs })
        return answerOf(sending, raw, { durationMs, redactor })
      } catch (error) {
        if (signal.aborted && !cleansUp) throw error
        const durationMs = performance.now() - startedAt
        const failure = keepFailure(sending, error, durationMs)
        end?.({
          worked: error instanceof OversizeBody,
          isGood: false,
          isGone: isRefusedConnection(error),
          durationMs,
        })
        throw failure
      } finally {
        if (!cleansUp) line.leave(hears.ruleId)
      }
    },
    close: async () => {
      signal.removeEventListener('abort', stopAll)
      await Promise.all([stoppable.close(), unstoppable?.close()])
    },
  }
}

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

/** A GET is asked once more where no answer came, not even one too large; anything else may have been carried out. */
async function sendSurely(sending: Sending, wire: Wire, signal: AbortSignal): Promise<Answer> {
  if (sending.sent.method !== 'GET') return wire.send(sending)
  try {
    return await wire.send(sending)
  } catch (error) {
    const isLost = error instanceof TransportFailure && !(error.cause instanceof OversizeBody)
    if (!isLost || signal.aborted) throw error
    return wire.send(sending)
  }
}

/** Gateways pack answers though nobody asked for it. */
async function unpacked(raw: RawAnswer): Promise<RawAnswer> {
  const coding = raw.headers['content-encoding']
  return coding === undefined ? raw : { ...raw, body: await decoded(raw.body, coding, maxBodyBytes) }
}

function answerOf(
  { sent, operation, hears }: Sending,
  { status, headers, body }: RawAnswer,
  { durationMs, redactor }: { readonly durationMs: number; readonly redactor: Redactor },
): Answer {
  const text = body.toString('utf8')
  const response = { status, headers, text }
  const exchange = keep({ request: sent, response, durationMs, redactor, nameKey: hears.nameKey })
  hears.onExchange(exchange)
  return {
    operation,
    request: sent,
    status,
    headers,
    body,
    text,
    json: readJson(text),
    receivedAtMs: Date.now(),
    exchange,
    ruleId: hears.ruleId,
  }
}

const spending: ReadonlySet<OperationName | undefined> = new Set(['buyLabel', 'createBatch', 'buyBatch'])

/** The last guard before the wire: whatever a rule does, a live wallet is charged only where that was allowed. */
function refuseSpending(request: SentRequest, operation: OperationName | undefined, hears: Hears): void {
  if (!spending.has(operation) || hears.maySpend()) return
  if (Object.values(request.headers).some((value) => value.includes('pr_live_'))) {
    throw new Unsafe(
      `${request.method} ${request.path} with a live key could charge its wallet, which is not allowed`,
    )
  }
}

function retryAfterMs({ headers }: Answer): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) * 1_000 : 60_000
}
