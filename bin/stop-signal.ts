/** The first SIGINT or SIGTERM; a second one ends the process at once. */
export interface StopSignal {
  readonly signal: AbortSignal
  /** Resolves with the first. */
  readonly stopped: Promise<void>
}

const numbers = { SIGINT: 2, SIGTERM: 15 } as const

export function awaitStop(): StopSignal {
  const controller = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (controller.signal.aborted) process.exit(128 + numbers[name])
        controller.abort()
        resolve()
      })
    }
  })
  return { signal: controller.signal, stopped }
}
