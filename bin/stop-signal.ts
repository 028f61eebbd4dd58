import { constants } from 'node:os'
import { outputGone } from './output.ts'

/** The first SIGINT or SIGTERM; a second one ends the process at once. */
export interface StopSignal {
  readonly signal: AbortSignal
  /** Resolves with the first. */
  readonly stopped: Promise<void>
}

type Stopping = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What a build server sends to a whole process group comes once more from a parent that passes it on, as `drydock exec` does. */
const echoMs = 1_000

/** Hears the first of these signals. A later one ends the process the hard way, but not the echo of the first. */
export function onFirstOf(names: readonly Stopping[], hear: () => void): void {
  let first: { readonly name: Stopping; readonly atMs: number } | undefined
  for (const name of names) {
    process.on(name, () => {
      if (first === undefined) {
        first = { name, atMs: performance.now() }
        hear()
      } else if (name !== first.name || performance.now() - first.atMs > echoMs) {
        process.exit(128 + constants.signals[name])
      }
    })
  }
}

/** `orOutputGone`: also once nobody is left to print for. */
export function awaitStop({ orOutputGone = false } = {}): StopSignal {
  const controller = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      controller.abort()
      resolve()
    }
    onFirstOf(['SIGINT', 'SIGTERM'], stop)
    if (orOutputGone) outputGone.addEventListener('abort', stop, { once: true })
  })
  return { signal: controller.signal, stopped }
}
