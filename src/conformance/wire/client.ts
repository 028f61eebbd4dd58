import { setMaxListeners } from 'node:events'
import { Agent, request as sendRequest } from 'undici'
import type { Answer, SentRequest } from './answer.ts'
import { capture } from './capture.ts'
import { decoded } from './content-coding.ts'
import type { Exchange } from './exchange.ts'
import { Throttled, TransportFailure, Unsafe } from './failures.ts'
import { findOperation, type OperationName } from './operation.ts'
import type { Pace } from './pace.ts'
import { pause } from './pause.ts'
import type { Redactor } from './redaction.ts'

/** A request as rules write it. */
export interface ClientRequest {
  readonly method: string
  /** Below the base URL, or a whole URL; the key goes to the target's origin alone. */
  readonly path: string
  /** Sent as a bearer; undefined sends no Authorization header. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Text and bytes go as they are, anything else as JSON. */
  readonly body?: unknown
  /** A 429 is what the rule is about: it is given as it comes, and the documented limit may be exceeded. */
  readonly takes429?: boolean | undefined
  /** Puts something right that the run has done: goes out even when the run has been stopped. */
  readonly cleansUp?: boolean | undefined
}

/** Sends requests to one target and captures what comes of them. */
export interface Client {
  readonly baseUrl: string
  /** Throws TransportFailure, Throttled, Unsafe. */
  send(request: ClientRequest, hears: Hears): Promise<Answer>
  close(): Promise<void>
}

/** Who is told what was sent and what came back. */
export interface Hears {
  onExchange(exchange: Exchange): void
  onAnswer(answer: Answer): void
  /** The rule that sends. */
  readonly ruleId: string
  /** The variable that stands for a key where a request is shown. */
  nameKey(key: string): string
  /** May this live key spend? Undefined where nothing could cost. */
  maySpend(): boolean
}

/** A batch of 5,000 items with all they hold is well below this. */
const maxBodyBytes = 16 * 1024 * 1024
const maxTries = 3
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const never = new AbortController().signal
// Every request in flight listens to the run's signal.
setMaxListeners(0, never)

interface Sending {
  readonly operation: OperationName | null
  readonly hears: Hears
  readonly signal: AbortSignal
}

export function openClient(options: {
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly redactor: Redactor
  readonly version: string
  /** Keeps to the documented limits; left out where every rule has keys of its own. */
  readonly pace?: Pace | undefined
  /** How long the whole run may wait for limits that others have used up. */
  readonly patience: { leftMs: number }
  readonly signal: AbortSignal
  onTransport(worked: boolean): void
}): Client {
  const { redactor, timeoutMs, patience, pace } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const origin = new URL(baseUrl).origin
  const agent = new Agent({ connections: 64, keepAliveTimeout: 2_000, maxHeaderSize: 64 * 1024 })
  setMaxListeners(0, options.signal)

  const prepare = (request: ClientRequest): SentRequest => {
    const url = /^https?:\/\//.test(request.path) ? request.path : `${baseUrl}${request.path}`
    const goesHome = new URL(url).origin === origin
    const body = readBody(request.body)
    const key = goesHome ? request.key : undefined
    return {
      method: request.method,
      url,
      path: new URL(url).pathname.slice(new URL(baseUrl).pathname.replace(/\/+$/, '').length),
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      body,
      key,
    }
  }

  const sendOnce = async (request: SentRequest, { operation, hears, signal }: Sending) => {
    const startedAt = performance.now()
    try {
      const raw = await exchange({
        request,
        agent,
        timeoutMs,
        version: options.version,
        signal,
      })
      options.onTransport(true)
      const text = raw.body.toString('utf8')
      const { status, headers } = raw
      const durationMs = performance.now() - startedAt
      const captured = capture({
        request,
        response: { status, headers, text },
        durationMs,
        redactor,
        nameKey: hears.nameKey,
      })
      hears.onExchange(captured)
      const answer: Answer = {
        operation,
        request,
        status,
        headers,
        body: raw.body,
        text,
        json: parse(text),
        receivedAtMs: Date.now(),
        exchange: captured,
        ruleId: hears.ruleId,
      }
      return answer
    } catch (error) {
      if (signal.aborted) throw error
      const failure = error instanceof Error ? error.message : String(error)
      const durationMs = performance.now() - startedAt
      hears.onExchange(capture({ request, failure, durationMs, redactor, nameKey: hears.nameKey }))
      // Where its links lead to may be down without the target being so.
      const isTarget = new URL(request.url).origin === origin
      if (isTarget) options.onTransport(error instanceof OversizeBody)
      throw new TransportFailure(`${request.method} ${request.path}: ${redactor.conceal(failure)}`)
    }
  }

  /** A GET is asked once more where no answer came; anything else may have been carried out. */
  const sendSurely = async (request: SentRequest, sending: Sending) => {
    if (request.method !== 'GET') return sendOnce(request, sending)
    try {
      return await sendOnce(request, sending)
    } catch (error) {
      if (!(error instanceof TransportFailure) || options.signal.aborted) throw error
      return sendOnce(request, sending)
    }
  }

  return {
    baseUrl,
    send: async (asked, hears) => {
      const signal = asked.cleansUp === true ? never : options.signal
      signal.throwIfAborted()
      const request = prepare(asked)
      const operation = findOperation(request.method, request.path)
      refuseSpending(request, operation?.name, hears)
      for (let tried = 1; ; tried += 1) {
        await pace?.take(request.key, operation, { atOnce: asked.takes429 === true })
        const answer = await sendSurely(request, { operation: operation?.name ?? null, hears, signal })
        hears.onAnswer(answer)
        if (answer.status !== 429 || asked.takes429 === true) return answer
        const waitMs = retryAfterMs(answer)
        if (tried === maxTries || waitMs > patience.leftMs) {
          throw new Throttled(
            `${request.method} ${request.path}: the target limits requests (429) for longer than the run may wait`,
          )
        }
        patience.leftMs -= waitMs
        await pause(waitMs, options.signal)
      }
    },
    close: () => agent.destroy(),
  }
}

const spending: ReadonlySet<OperationName | undefined> = new Set(['buyLabel', 'createBatch', 'buyBatch'])

/** The last guard before the wire: whatever a rule does, a live wallet is charged only where that was allowed. */
function refuseSpending(request: SentRequest, operation: OperationName | undefined, hears: Hears): void {
  const isLive = Object.values(request.headers).some((value) => value.includes('pr_live_'))
  if (isLive && spending.has(operation) && !hears.maySpend()) {
    throw new Unsafe(
      `${request.method} ${request.path} with a live key could charge its wallet, which is not allowed`,
    )
  }
}

function retryAfterMs({ headers }: Answer): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3_600) * 1_000 : 60_000
}

class OversizeBody extends Error {}

async function exchange(options: {
  readonly request: SentRequest
  readonly agent: Agent
  readonly timeoutMs: number
  readonly version: string
  readonly signal: AbortSignal
}) {
  const { request, agent, timeoutMs } = options
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  const timer = setTimeout(stop, timeoutMs)
  options.signal.addEventListener('abort', stop)
  try {
    const response = await sendRequest(request.url, {
      dispatcher: agent,
      method: methods.find((each) => each === request.method) ?? 'GET',
      headers: {
        'User-Agent': `drydock-conformance/${options.version}`,
        'Accept-Encoding': 'identity',
        ...request.headers,
      },
      body: request.body ?? null,
      signal: controller.signal,
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response.body) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBodyBytes) throw new OversizeBody(`the answer is longer than ${maxBodyBytes} bytes`)
    }
    const headers = flatten(response.headers)
    const body = await decoded(Buffer.concat(chunks), headers['content-encoding'], maxBodyBytes)
    return { status: response.statusCode, headers, body }
  } catch (error) {
    if (controller.signal.aborted && !options.signal.aborted) {
      throw new Error(`no complete answer within ${timeoutMs} ms`)
    }
    throw error
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', stop)
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

function readBody(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body
  return JSON.stringify(body)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
