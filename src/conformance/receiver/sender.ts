import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../http/answer.ts'
import type { RawAnswer } from '../http/answer-receiver.ts'
import type { Redactor } from '../http/redaction.ts'
import { captureExchange } from '../http/sending/capture.ts'
import { openDeadline } from '../http/sending/deadline.ts'
import { describeLoss, isRefusedConnection, type Sockets, type WireRequest } from '../http/sending/sockets.ts'
import type { Delivery } from './delivery.ts'
import { deliveryCurl } from './delivery-curl.ts'
import { type SignatureHeader, sign } from './signing.ts'

/** The response of the receiver to a delivery, or the reason why there is none. */
export interface Reply {
  /** The `data.id` of the event that was sent. */
  readonly labelId: string
  /** Null if no response came. */
  readonly status: number | null
  /** The target of a redirect. */
  readonly location: string | undefined
  readonly contentEncoding: string | undefined
  /** Why no response came; null if one did. */
  readonly failure: string | null
  /** Whether the receiver refused the connection. */
  readonly isRefused: boolean
  readonly durationMs: number
  /** Returns the exchange as reports show it. */
  show(): Exchange
}

/** Sends deliveries to the receiver, each on a connection of its own. Nothing is ever sent to another address. */
export interface Sender {
  send(delivery: Delivery): Promise<Reply>
  /** The number of requests sent. */
  count(): number
  close(): Promise<void>
}

interface SenderOptions {
  readonly url: string
  readonly secret: string
  readonly timeoutMs: number
  readonly version: string
  readonly redactor: Redactor
  readonly sockets: Pick<Sockets, 'exchange' | 'close'>
}

/** How long the body of a response is read. A delivery succeeds by the status alone, as in the service. */
const bodyWaitMs = 100
/** The most of a body that is read, and the most that is shown. The difference is wide enough that no cut secret is shown. */
const maxReadBytes = 4_000
const maxShownLength = 3_500

/** The longest pause in the middle of a slow body. */
const maxPauseMs = 1_000

/** Opens a sender. `send` never rejects for what the receiver does. */
export function openSender(options: SenderOptions): Sender {
  const { url, secret, timeoutMs, redactor, sockets } = options
  const { origin, pathname, search } = new URL(url)
  const pauseMs = Math.min(maxPauseMs, Math.ceil(timeoutMs / 4))
  // The time for a response to a slow body begins when the body has arrived.
  const slowDeadline = openDeadline(timeoutMs + pauseMs)
  let count = 0
  return {
    count: () => count,
    send: async (delivery) => {
      count += 1
      const signature =
        delivery.signing === null ? undefined : sign(delivery.body ?? '', delivery.signing, secret)
      if (signature?.secretDigits !== undefined) redactor.learn(signature.secretDigits)
      const headers = headersOf(delivery, { signature, version: options.version })
      const wire: WireRequest = {
        origin,
        path: `${pathname}${search}`,
        method: delivery.method,
        headers: { ...headers, ...lengthHeader(delivery) },
        body: bodyOf(delivery, pauseMs),
        maxBytes: maxReadBytes,
        bodyWaitMs,
        reset: true,
      }
      const began = performance.now()
      const came = await sockets
        .exchange(wire, ...(delivery.pace === 'slow' ? [slowDeadline] : []))
        .catch((error: unknown) => ({ error }))
      const durationMs = performance.now() - began - (delivery.pace === 'slow' ? pauseMs : 0)
      return readReply(came, { delivery, headers, signature, durationMs, url, redactor })
    },
    close: async () => {
      slowDeadline.close()
      await sockets.close()
    },
  }
}

function headersOf(
  { body, contentType }: Delivery,
  { signature, version }: { readonly signature: SignatureHeader | undefined; readonly version: string },
): Readonly<Record<string, string>> {
  return {
    'User-Agent': `drydock-webhook-examine/${version}`,
    'Accept-Encoding': 'identity',
    ...(body !== null && { 'Content-Type': contentType }),
    ...(signature !== undefined && { [signature.name]: signature.value }),
  }
}

/** A slow body is a stream, of which only we know the length. */
function lengthHeader({ body, pace }: Delivery): Readonly<Record<string, string>> {
  return pace === 'slow' && body !== null ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
}

function bodyOf({ body, pace }: Delivery, pauseMs: number): WireRequest['body'] {
  if (body === null || pace === 'whole') return body
  const bytes = Buffer.from(body)
  const middle = Math.floor(bytes.length / 2)
  const halves = [bytes.subarray(0, middle), bytes.subarray(middle)] as const
  return Readable.from(pace === 'chunked' ? halves : sendWithPause(halves, pauseMs))
}

async function* sendWithPause(
  [first, second]: readonly [Buffer, Buffer],
  pauseMs: number,
): AsyncGenerator<Buffer> {
  yield first
  await sleep(pauseMs)
  yield second
}

function readReply(
  came: RawAnswer | { readonly error: unknown },
  sent: {
    readonly delivery: Delivery
    readonly headers: Readonly<Record<string, string>>
    readonly signature: SignatureHeader | undefined
    readonly durationMs: number
    readonly url: string
    readonly redactor: Redactor
  },
): Reply {
  const { delivery, headers, signature, durationMs, url, redactor } = sent
  const failure = 'error' in came ? describeLoss(came.error) : null
  const body = delivery.body ?? undefined
  const captured = captureExchange({
    request: { method: delivery.method, url, path: new URL(url).pathname, headers, body, key: undefined },
    response: 'error' in came ? undefined : { ...came, text: shownText(came, redactor) },
    failure: failure ?? undefined,
    durationMs,
    redactor,
    nameKey: () => '',
  })
  return {
    labelId: delivery.labelId,
    status: 'error' in came ? null : came.status,
    location: 'error' in came ? undefined : came.headers['location'],
    contentEncoding: 'error' in came ? undefined : came.headers['content-encoding'],
    failure,
    isRefused: 'error' in came && isRefusedConnection(came.error),
    durationMs,
    show: () => {
      const exchange = captured.show()
      return { ...exchange, curl: deliveryCurl(delivery, { url: exchange.request.url, headers, signature }) }
    },
  }
}

/** Returns the body of a response as text. If the rest of it was not read, the text says so. */
function shownText({ body, isCut }: RawAnswer, redactor: Redactor): string {
  const text = body.toString('utf8')
  return isCut === true ? `${redactor.redact(text).slice(0, maxShownLength)}… (the rest was not read)` : text
}
