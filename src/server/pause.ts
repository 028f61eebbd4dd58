/** The waits of a server in real time, such as those for slow carriers and latency faults. */
export class Pauses {
  readonly #timers = new Set<NodeJS.Timeout>()
  #ended = false

  /**
   * Returns a promise that resolves after this time; undefined for 0. A wait that `end` stops never resolves, so that
   * its request does not continue.
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

  /** Stops all waits, also those that begin later, so that a closed server does not keep the process alive. */
  end(): void {
    this.#ended = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
