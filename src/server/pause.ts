/** One server's waits of real time: for a slow carrier, or a fault that asks for latency. */
export class Pauses {
  readonly #timers = new Set<NodeJS.Timeout>()
  #ended = false

  /** Undefined where there is nothing to wait for. A wait that is cut off stays so: its request goes no further. */
  for(delayMs: number): Promise<void> | undefined {
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

  /** Cuts off every wait, also those to come: a server that has closed keeps no process alive. */
  end(): void {
    this.#ended = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
