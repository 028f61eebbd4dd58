import type { Dispatcher } from 'undici'
import type { Stoppable } from './deadline.ts'

/** An answer as it came from the wire. */
export interface RawAnswer {
  readonly status: number
  /** Names in lower case; values of a repeated header joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An answer whose body is too long or nested too deeply to be read. */
export class OversizeBody extends Error {}

/**
 * Receives one answer. It calls `onAnswer` or `onFailure` exactly once, whatever the target sends after that, and however
 * many 1xx answers it sends before.
 */
export class AnswerReceiver implements Dispatcher.DispatchHandler, Stoppable {
  readonly #maxBodyBytes: number
  readonly #onAnswer: (answer: RawAnswer) => void
  readonly #onFailure: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #stopped: Error | undefined
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #chunks: Buffer[] = []
  #length = 0

  constructor(options: {
    readonly maxBodyBytes: number
    onAnswer(answer: RawAnswer): void
    onFailure(error: Error): void
  }) {
    this.#maxBodyBytes = options.maxBodyBytes
    this.#onAnswer = options.onAnswer
    this.#onFailure = options.onFailure
  }

  /** Closes the connection. If there is none yet, the request is never sent. */
  stop(reason: Error): void {
    if (this.#stopped !== undefined) return
    this.#stopped = reason
    this.#chunks = []
    this.#controller?.abort(reason)
    this.#onFailure(reason)
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
    // A 1xx answer may come first; the status and headers of the real answer replace its own.
    this.#status = status
    this.#headers = flatten(headers)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length
    if (this.#length > this.#maxBodyBytes) {
      this.stop(new OversizeBody(`the answer is longer than ${this.#maxBodyBytes} bytes`))
    } else {
      this.#chunks.push(chunk)
    }
  }

  onResponseEnd(): void {
    if (this.#stopped !== undefined) return
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks)
    this.#onAnswer({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#stopped === undefined) this.#onFailure(error)
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return flat
}
