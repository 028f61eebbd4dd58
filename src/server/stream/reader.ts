import type { ServerResponse } from 'node:http'

/**
 * The maximum bytes that wait for a reader. If more bytes wait, the server disconnects the reader, unless it reads on.
 */
const maxUnreadBytes = 4 * 1024 * 1024

/** The longest wait for a reader that has not read all sent events (real time). */
const timeoutMs = 2_000

/** After this much silence (real time), a comment is sent, so that no proxy takes the connection for dead. */
const silenceMs = 15_000

type Outgoing = Pick<
  ServerResponse,
  'write' | 'end' | 'destroy' | 'once' | 'off' | 'destroyed' | 'writableLength' | 'writableNeedDrain'
>

/** A client that reads events on a connection. */
export class StreamReader {
  readonly #outgoing: Outgoing
  readonly #silence: NodeJS.Timeout
  #isLate = false

  /** `onGone` is called once, when the connection has ended. */
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
   * Resolves once the reader has read all sent events, is too slow, or has left; returns undefined if there is nothing
   * to wait for.
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
