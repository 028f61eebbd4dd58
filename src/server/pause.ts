/** Waits real time: for a slow carrier, or a fault that asks for latency. */
export function pauseFor(delayMs: number): Promise<void> | undefined {
  if (delayMs <= 0) return undefined
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs)
  })
}
