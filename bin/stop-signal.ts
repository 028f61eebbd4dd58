import { outputGone } from './output.ts'

/** The first SIGINT or SIGTERM; a second one ends the process at once. */
export interface StopSignal {
  readonly signal: AbortSignal
  /** Resolves with the first. */
  readonly stopped: Promise<void>
}

const numbers = { SIGINT: 2, SIGTERM: 15 } as const

/** `orOutputGone`: also once nobody is left to print for. */
export function awaitStop({ orOutputGone = false } = {}): StopSignal {
  const controller = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      controller.abort()
      resolve()
    }
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (controller.signal.aborted) process.exit(128 + numbers[name])
        stop()
      })
    }
    if (orOutputGone) outputGone.addEventListener('abort', stop, { once: true })
  })
  return { signal: controller.signal, stopped }
}
