/** A server's waits in real time, for slow carriers and latency faults. */
export class Pauses {
  readonly #timers = new Set<NodeJS.Timeout>()
  #ended = false

  /**
   * Resolves after this time; returns undefined for 0. A wait that `end` cuts short never resolves, so that its request
   * does not continue.
   */
  wait(delayMs: number): Promise<void> | undefined {
    if (delayMs <= 0) return undefined
    return new Promise((resolve) => {
      if (this.#ended) return
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        resolve()
      }, delayMs)
      this.#timers.add(timer)
    })
  }

  /** Cuts short all waits, also later ones, so that a closed server keeps no process alive. */
  end(): void {
    this.#ended = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
