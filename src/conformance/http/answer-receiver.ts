import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Stoppable } from './sending/deadline.ts'

/** A response as it was received, with its body undecoded. */
export interface RawAnswer {
  readonly status: number
  /** The headers: names in lower case, values of a repeated header joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** True if the body was not read to its end. */
  readonly isCut?: true
}

/** Thrown for a response whose body is too long or nested too deeply to be read. */
export class OversizeBody extends Error {}

/** Receives one HTTP response. It calls `onAnswer` or `onFailure` exactly once, and ignores 1xx responses and anything after the response. */
export class AnswerReceiver implements Dispatcher.DispatchHandler, Stoppable {
  readonly #maxBodyBytes: number
  readonly #bodyWaitMs: number | undefined
  readonly #onAnswer: (answer: RawAnswer) => void
  readonly #onFailure: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #stopped: Error | undefined
  #bodyTimer: NodeJS.Timeout | undefined
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #chunks: Buffer[] = []
  #length = 0

  constructor(options: {
    readonly maxBodyBytes: number
    /**
     * If set, the receiver reads the body only for this time and up to `maxBodyBytes`, and then returns what it has
     * read. If not set, it reads the whole body.
     */
    readonly bodyWaitMs?: number | undefined
    onAnswer(answer: RawAnswer): void
    onFailure(error: Error): void
  }) {
    this.#maxBodyBytes = options.maxBodyBytes
    this.#bodyWaitMs = options.bodyWaitMs
    this.#onAnswer = options.onAnswer
    this.#onFailure = options.onFailure
  }

  /** Closes the connection of the request. If there is none yet, the request is never sent. */
  stop(reason: Error): void {
    if (this.#stopped !== undefined) return
    this.#stopped = reason
    this.#controller?.abort(reason)
    if (this.#bodyTimer === undefined) this.#onFailure(reason)
    else this.#answerWithPartialBody()
    this.#chunks = []
  }

  /** Calls `onAnswer` with the head of the response and as much of the body as has arrived. */
  #answerWithPartialBody(): void {
    clearTimeout(this.#bodyTimer)
    const body = Buffer.concat(this.#chunks).subarray(0, this.#maxBodyBytes)
    this.#onAnswer({ status: this.#status, headers: this.#headers, body, isCut: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#stopped !== undefined) controller.abort(this.#stopped)
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // If a 1xx response came first, the status and headers of the final response replace those of the 1xx response.
    this.#status = status
    this.#headers = joinHeaderValues(headers)
    if (this.#bodyWaitMs === undefined || status < 200) return
    this.#bodyTimer = setTimeout(() => this.stop(new Error('the head is enough')), this.#bodyWaitMs)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length
    this.#chunks.push(chunk)
    if (this.#length > this.#maxBodyBytes) {
      this.stop(new OversizeBody(`the response is longer than ${this.#maxBodyBytes} bytes`))
    }
  }

  onResponseEnd(): void {
    if (this.#stopped !== undefined) return
    clearTimeout(this.#bodyTimer)
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks)
    this.#onAnswer({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#stopped !== undefined) return
    if (this.#bodyTimer === undefined) this.#onFailure(error)
    else this.#answerWithPartialBody()
  }
}

function joinHeaderValues(
  headers: Record<string, string | string[] | undefined>,
): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return flat
}

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/**
 * Decodes a body by its header `Content-Encoding`, as some gateways compress bodies although the request does not ask
 * for it. Returns a body in an unknown encoding unchanged. Throws if the body does not have the stated encoding. Throws
 * OversizeBody as soon as the decoded body exceeds `maxBytes`.
 */
export async function decodeBody(
  body: Buffer,
  codings: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  let unpacked = body
  const codingNames = (codings ?? '').split(',').map((each) => each.trim().toLowerCase())
  for (const coding of codingNames.reverse()) {
    const decode = decoders.get(coding)
    if (decode === undefined || unpacked.length === 0) continue
    unpacked = await decode(unpacked, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLong
        ? new OversizeBody(`the response is longer than ${maxBytes} bytes once unpacked`)
        : error
    })
  }
  return unpacked
}
