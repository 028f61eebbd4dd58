import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sockets } from '../../../src/conformance/http/sending/sockets.ts'
import { runExamination } from '../../../src/conformance/receiver/examination.ts'
import type { ExamineReceiverOptions } from '../../../src/conformance/receiver/options.ts'
import { serveTarget } from './conformance-command.ts'

/** The signing secret of webhook receivers that tests examine. */
export const receiverSecret = 'whsec_5eadbeef5eadbeef5eadbeef5eadbeef'

/** A request to a webhook receiver. */
export interface ReceivedRequest {
  readonly method: string
  /** The headers, with names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** The names of headers as they were sent. */
  readonly headerNames: readonly string[]
  readonly body: Buffer
  /** The number of requests in progress, this one included. */
  readonly inProgress: number
}

/** The response of a webhook receiver in a test. */
export interface ReceiverResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the receiver closes the connection instead of responding. */
  readonly hangsUp?: true
  readonly delayMs?: number
}

/** A webhook receiver in memory. */
export interface Receiver {
  respond(request: ReceivedRequest): ReceiverResponse
  /** Returns how often the receiver acted on the event of a label. */
  count(labelId: string): number
}

export const computeSignature = (body: Buffer | string, secret = receiverSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export const readSignature = ({ headers }: ReceivedRequest): string => String(headers['pr-signature'] ?? '')

export const computePlainHash = (body: Buffer): string =>
  `sha256=${createHash('sha256').update(body).digest('hex')}`

/** The mistakes of a webhook receiver, which does everything else right. */
export interface Mistakes {
  /**
   * Returns whether the receiver takes a request for genuine. Replaces the correct check of the signature, whose result
   * is `isRight`.
   */
  isGenuine?(request: ReceivedRequest, isRight: boolean): boolean
  /** Called before everything else. If it returns a response, the receiver sends it and does no more. */
  before?(request: ReceivedRequest): ReceiverResponse | undefined
  /**
   * Called for a genuine event before the receiver acts. If it returns a status, the receiver responds with it and does
   * not act.
   */
  refuse?(event: ReceivedEvent, context: { readonly seen: ReadonlySet<string> }): number | undefined
  /** Returns whether the receiver acts on an event. Replaces the correct choice, which is `isRight`. */
  acts?(event: ReceivedEvent, isRight: boolean): boolean
  /** Whether the receiver accepts every method, and signed bodies that are no event. */
  readonly acceptsAll?: true
  readonly accepted?: ReceiverResponse
  readonly refused?: ReceiverResponse
}

export interface ReceivedEvent {
  readonly event: unknown
  readonly id: string
  readonly createdAtMs: number
  readonly timestamp: string
  readonly trackingNumber: string
}

/**
 * A webhook receiver with a mistake: a text about the mistake, the mistake itself, and the cases of the examination
 * that it fails.
 */
export type WrongReceiver = readonly [what: string, mistakes: () => Mistakes, fails: readonly string[]]

/** Makes a webhook receiver that makes the given mistakes and is right otherwise. */
export function makeReceiver(mistakes: Mistakes = {}): Receiver {
  const acted = new Map<string, number>()
  const seen = new Set<string>()
  const hasRightSignature = (request: ReceivedRequest): boolean =>
    request.headers['pr-signature'] === computeSignature(request.body)
  return {
    count: (labelId) => acted.get(labelId) ?? 0,
    respond: (request) => {
      const early = mistakes.before?.(request)
      if (early !== undefined) return early
      const isRight = hasRightSignature(request)
      if (!(mistakes.isGenuine?.(request, isRight) ?? isRight)) return mistakes.refused ?? { status: 401 }
      if (request.method !== 'POST' && mistakes.acceptsAll !== true) return { status: 405 }
      const event = readEvent(request.body)
      if (event === undefined) return { status: mistakes.acceptsAll === true ? 200 : 400 }
      const status = mistakes.refuse?.(event, { seen })
      const mayAct = event.event === 'label.created' && !seen.has(event.id)
      seen.add(event.id)
      if (status !== undefined) return { status }
      if (mistakes.acts?.(event, mayAct) ?? mayAct) acted.set(event.id, (acted.get(event.id) ?? 0) + 1)
      return mistakes.accepted ?? { status: 200 }
    },
  }
}

/** Returns whether a body is an event, other JSON, or other text. */
export function classifyBody(body: Buffer): 'event' | 'json' | 'text' {
  try {
    return typeof JSON.parse(body.toString())?.data?.id === 'string' ? 'event' : 'json'
  } catch {
    return 'text'
  }
}

function readEvent(body: Buffer): ReceivedEvent | undefined {
  try {
    const { event, data, timestamp } = JSON.parse(body.toString())
    const { id, tracking_number: trackingNumber } = data
    return { event, id, createdAtMs: Date.parse(data.created_at), timestamp, trackingNumber }
  } catch {
    return undefined
  }
}

/** Makes sockets that lead to a webhook receiver in memory, for examinations that take no time. */
export function openMemorySockets(receiver: Receiver): Pick<Sockets, 'exchange' | 'close'> {
  let inProgress = 0
  return {
    exchange: async ({ method, headers: sent, body }) => {
      inProgress += 1
      const chunks: Buffer[] = []
      if (typeof body === 'string' || Buffer.isBuffer(body)) chunks.push(Buffer.from(body))
      else if (body !== null) for await (const chunk of body) chunks.push(chunk)
      await new Promise(setImmediate)
      const headers = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]),
      )
      const isChunked = body instanceof Readable && headers['content-length'] === undefined
      const made = receiver.respond({
        method,
        headers: { ...headers, ...(isChunked && { 'transfer-encoding': 'chunked' }) },
        headerNames: Object.keys(sent),
        body: Buffer.concat(chunks),
        inProgress,
      })
      await sleep(made.delayMs ?? 0)
      inProgress -= 1
      if (made.hangsUp === true) throw new Error('other side closed')
      return { status: made.status, headers: made.headers ?? {}, body: Buffer.alloc(0) }
    },
    close: async () => undefined,
  }
}

/**
 * For tests: examines a webhook receiver in memory. Response times are left out, because they depend on the machine.
 */
export async function examineInMemory(receiver: Receiver, options: Partial<ExamineReceiverOptions> = {}) {
  const { report } = await runExamination(
    {
      url: 'http://127.0.0.1:3000/hooks',
      secret: receiverSecret,
      timeoutMs: 60,
      countEffects: receiver.count,
      skip: ['RECV-036'],
      ...options,
    },
    { sockets: openMemorySockets(receiver) },
  )
  const failed = report.rules.filter(({ status }) => status === 'failed').map(({ id }) => id)
  return { report, failed }
}

/** Serves a webhook receiver over HTTP until the test is over. Returns its URL. */
export async function serveReceiver(
  receiver: Receiver,
  onRequest: (request: IncomingMessage) => void = () => {},
): Promise<string> {
  let inProgress = 0
  const url = await serveTarget(async (request, response) => {
    onRequest(request)
    inProgress += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', headers, rawHeaders } = request
    const headerNames = rawHeaders.filter((_, index) => index % 2 === 0)
    const made = receiver.respond({ method, headers, headerNames, body: Buffer.concat(chunks), inProgress })
    await sleep(made.delayMs ?? 0)
    inProgress -= 1
    if (made.hangsUp === true) request.socket.destroy()
    else response.writeHead(made.status, made.headers).end()
  })
  return `${url}/hooks`
}
