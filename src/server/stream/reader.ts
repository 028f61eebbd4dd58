import type { ServerResponse } from 'node:http'

/** A reader for whom this much waits is too slow, and is cut off. */
const mostWaitingBytes = 4 * 1024 * 1024

/** A comment comes after so much silence (real time), so that nobody in between takes the connection for dead. */
const silenceMs = 15_000

type Outgoing = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'once' | 'destroyed' | 'writableLength'>

/** Somebody at the other end of a connection who reads events. Nobody ever waits for them. */
export class StreamReader {
  readonly #outgoing: Outgoing
  readonly #silence: NodeJS.Timeout

  /** `gone` is called once, when there is nobody left to send to. */
  constructor(outgoing: Outgoing, gone: () => void) {
    this.#outgoing = outgoing
    this.#silence = setInterval(() => this.send(':\n\n'), silenceMs)
    this.#silence.unref()
    outgoing.once('close', () => {
      clearInterval(this.#silence)
      gone()
    })
  }

  /** Sends a text, or cuts the reader off who has not read what came before. */
  send(text: string): void {
    if (this.#outgoing.destroyed) return
    if (this.#outgoing.writableLength > mostWaitingBytes) {
      this.#outgoing.destroy()
      return
    }
    this.#outgoing.write(text)
    this.#silence.refresh()
  }

  end(): void {
    clearInterval(this.#silence)
    this.#outgoing.end()
  }
}
