import type { ServerResponse } from 'node:http'

/** The maximum of unread bytes of a reader. With more, the next event makes the server disconnect the reader. */
const maxUnreadBytes = 4 * 1024 * 1024

/** The maximum time that the stream waits for a reader to read all sent events (real time). */
const timeoutMs = 2_000

/** The time without events after which a comment is sent (real time), so that no proxy closes the connection. */
const silenceMs = 15_000

type Outgoing = Pick<
  ServerResponse,
  'write' | 'end' | 'destroy' | 'once' | 'off' | 'destroyed' | 'writableLength' | 'writableNeedDrain'
>

/** The connection of a client that reads an event stream. */
export class StreamReader {
  readonly #outgoing: Outgoing
  readonly #silence: NodeJS.Timeout
  #isLate = false

  /** `onGone` is called once, when the connection has closed. */
  constructor(outgoing: Outgoing, onGone: () => void) {
    this.#outgoing = outgoing
    this.#silence = setInterval(() => this.send(':\n\n'), silenceMs)
    this.#silence.unref()
    outgoing.once('close', () => {
      clearInterval(this.#silence)
      onGone()
    })
  }

  /** Sends a text or its bytes. Disconnects a reader that has too much unread. */
  send(text: string | Uint8Array): void {
    if (this.#outgoing.destroyed) return
    if (this.#outgoing.writableLength > maxUnreadBytes) {
      this.#outgoing.destroy()
      return
    }
    this.#outgoing.write(text)
    this.#silence.refresh()
  }

  /**
   * Returns a promise that resolves once the reader has read all sent events, is too slow, or has left; undefined if
   * the stream need not wait for it.
   */
  waitUntilRead(): Promise<void> | undefined {
    const outgoing = this.#outgoing
    if (!outgoing.writableNeedDrain || this.#isLate) return undefined
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        outgoing.off('drain', end).off('close', end)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#isLate = true
        outgoing.once('drain', () => {
          this.#isLate = false
        })
        end()
      }, timeoutMs)
      outgoing.once('drain', end).once('close', end)
    })
  }

  end(): void {
    clearInterval(this.#silence)
    this.#outgoing.end()
  }
}
