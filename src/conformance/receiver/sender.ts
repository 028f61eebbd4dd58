import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../http/answer.ts'
import type { RawAnswer } from '../http/answer-receiver.ts'
import type { Redactor } from '../http/redaction.ts'
import { captureExchange } from '../http/sending/capture.ts'
import { openDeadline } from '../http/sending/deadline.ts'
import {
  describeMissingResponse,
  isRefusedConnection,
  type Sockets,
  type WireRequest,
} from '../http/sending/sockets.ts'
import type { Delivery } from './delivery.ts'
import { renderDeliveryCurl } from './delivery-curl.ts'
import { type SignatureHeader, signBody } from './signing.ts'

/** The response of the receiver to a delivery, or the reason why there is none. */
export interface Reply {
  /** The `data.id` of the event that was sent. */
  readonly labelId: string
  /** The status of the response; null if none came. */
  readonly status: number | null
  /** The URL that a redirect leads to. */
  readonly location: string | undefined
  readonly contentEncoding: string | undefined
  /** Why no response came; null if one did. */
  readonly failure: string | null
  /** True if the receiver refused the connection. */
  readonly isRefused: boolean
  readonly durationMs: number
  /** Returns the exchange as reports show it. */
  show(): Exchange
}

/** Sends deliveries to the webhook receiver, each on a separate connection. Nothing is ever sent to another address. */
export interface Sender {
  send(delivery: Delivery): Promise<Reply>
  /** Returns the number of requests sent. */
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

/**
 * How long the body of a receiver's response is read, in milliseconds. The body does not matter: a 2xx status alone
 * means that the receiver accepts the delivery.
 */
const bodyWaitMs = 100
/**
 * How many bytes of a receiver's response are read at most. Reports show fewer characters: a secret in the place where
 * a report cuts the body is read whole, and so is found and masked.
 */
const maxReadBytes = 4_000
const maxShownLength = 3_500

/** The longest pause in the middle of a slow body, in milliseconds. */
const maxPauseMs = 1_000

/** Creates a sender of deliveries. Its `send` never rejects. If the receiver does not respond, the reply says why. */
export function openSender(options: SenderOptions): Sender {
  const { url, secret, timeoutMs, redactor, sockets } = options
  const { origin, pathname, search } = new URL(url)
  const pauseMs = Math.min(maxPauseMs, Math.ceil(timeoutMs / 4))
  // After the pause in a slow body, the receiver still has the full time for its response.
  const slowDeadline = openDeadline(timeoutMs + pauseMs)
  let count = 0
  return {
    count: () => count,
    send: async (delivery) => {
      count += 1
      const signature =
        delivery.signing === null ? undefined : signBody(delivery.body ?? '', delivery.signing, secret)
      if (signature?.secretDigits !== undefined) redactor.addSecret(signature.secretDigits)
      const headers = buildHeaders(delivery, { signature, version: options.version })
      const wire: WireRequest = {
        origin,
        path: `${pathname}${search}`,
        method: delivery.method,
        headers: { ...headers, ...buildLengthHeader(delivery) },
        body: buildBody(delivery, pauseMs),
        maxBytes: maxReadBytes,
        bodyWaitMs,
        reset: true,
      }
      const began = performance.now()
      const received = await sockets
        .exchange(wire, ...(delivery.pace === 'slow' ? [slowDeadline] : []))
        .catch((error: unknown) => ({ error }))
      const durationMs = performance.now() - began - (delivery.pace === 'slow' ? pauseMs : 0)
      return readReply(received, { delivery, headers, signature, durationMs, url, redactor })
    },
    close: async () => {
      slowDeadline.close()
      await sockets.close()
    },
  }
}

function buildHeaders(
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

/** Returns the header Content-Length for a body that is sent with a pause, as the HTTP client does not know the length of a stream. */
function buildLengthHeader({ body, pace }: Delivery): Readonly<Record<string, string>> {
  return pace === 'slow' && body !== null ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
}

function buildBody({ body, pace }: Delivery, pauseMs: number): WireRequest['body'] {
  if (body === null || pace === 'whole') return body
  const bytes = Buffer.from(body)
  const middle = Math.floor(bytes.length / 2)
  const halves = [bytes.subarray(0, middle), bytes.subarray(middle)] as const
  return Readable.from(pace === 'chunked' ? halves : pauseBetweenHalves(halves, pauseMs))
}

async function* pauseBetweenHalves(
  [first, second]: readonly [Buffer, Buffer],
  pauseMs: number,
): AsyncGenerator<Buffer> {
  yield first
  await sleep(pauseMs)
  yield second
}

function readReply(
  received: RawAnswer | { readonly error: unknown },
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
  const failure = 'error' in received ? describeMissingResponse(received.error) : null
  const body = delivery.body ?? undefined
  const captured = captureExchange({
    request: { method: delivery.method, url, path: new URL(url).pathname, headers, body, key: undefined },
    response: 'error' in received ? undefined : { ...received, text: showBody(received, redactor) },
    failure: failure ?? undefined,
    durationMs,
    redactor,
    nameKey: () => '',
  })
  return {
    labelId: delivery.labelId,
    status: 'error' in received ? null : received.status,
    location: 'error' in received ? undefined : received.headers['location'],
    contentEncoding: 'error' in received ? undefined : received.headers['content-encoding'],
    failure,
    isRefused: 'error' in received && isRefusedConnection(received.error),
    durationMs,
    show: () => {
      const exchange = captured.show()
      return {
        ...exchange,
        curl: renderDeliveryCurl(delivery, { url: exchange.request.url, headers, signature }),
      }
    },
  }
}

/** Returns the body of a receiver's response as text. If the body was not read to its end, the text says so. */
function showBody({ body, isCut }: RawAnswer, redactor: Redactor): string {
  const text = body.toString('utf8')
  return isCut === true ? `${redactor.redact(text).slice(0, maxShownLength)}… (the rest was not read)` : text
}
