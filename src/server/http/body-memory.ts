const mebibyte = 1024 * 1024

/**
 * The limit for the bytes of large bodies that a process holds at the same time. A single larger body, such as a
 * snapshot, is held if no other body is.
 */
export const largeBodiesBytes = 64 * mebibyte

interface Waiting {
  readonly bytes: number
  readonly start: () => void
}

/**
 * Memory for large bodies, shared by all connections. Requests get it in order, so that none waits forever.
 */
export class BodyMemory {
  readonly #waiting = new Set<Waiting>()
  readonly #admitted = new Set<Waiting>()
  #freeBytes = largeBodiesBytes

  /**
   * Calls `start` once there is room for a body, at once if there is room now. Returns the function that releases the
   * room.
   */
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
