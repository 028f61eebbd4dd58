const mebibyte = 1024 * 1024

/**
 * The maximum bytes of large bodies that a process holds in memory at the same time. A single body above the maximum,
 * such as a snapshot, is admitted when no other large body is in memory.
 */
export const largeBodiesBytes = 64 * mebibyte

interface Waiting {
  readonly bytes: number
  readonly start: () => void
}

/** Admits large bodies to memory in the order of their requests, so that no request waits forever. */
export class BodyMemory {
  readonly #waiting = new Set<Waiting>()
  readonly #admitted = new Set<Waiting>()
  #freeBytes = largeBodiesBytes

  /** Calls `start` as soon as there is room for a body, maybe now. Returns the function that releases the room. */
  reserve(bytes: number, start: () => void): () => void {
    const body = { bytes, start }
    this.#waiting.add(body)
    this.#startWaiting()
    return () => {
      this.#waiting.delete(body)
      if (this.#admitted.delete(body)) this.#freeBytes += bytes
      this.#startWaiting()
    }
  }

  #startWaiting(): void {
    for (const body of this.#waiting) {
      if (body.bytes > this.#freeBytes && this.#admitted.size > 0) return
      this.#waiting.delete(body)
      this.#admitted.add(body)
      this.#freeBytes -= body.bytes
      body.start()
    }
  }
}

/** The memory for large bodies. All servers of a process share it. */
export const bodyMemory = new BodyMemory()
