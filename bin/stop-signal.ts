import { constants } from 'node:os'
import { outputGone } from './output.ts'

/** The first signal to stop, also by a terminal that is closed; a second one ends the process at once. */
export interface StopSignal {
  readonly signal: AbortSignal
  /** Resolves with the first. */
  readonly stopped: Promise<void>
}

const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Stopping = (typeof stopping)[number]

/** What a build server sends to a whole process group comes once more from a parent that passes it on, as `drydock exec` does. */
const echoMs = 1_000

/**
 * Hears the first of these signals. A later one ends the process the hard way, but not the echo of the first. Gives what
 * hears no more.
 */
export function onFirstSignal(names: readonly Stopping[], hear: (name: Stopping) => void): () => void {
  let first: { readonly name: Stopping; readonly atMs: number } | undefined
  const listeners = names.map((name) => ({
    name,
    listener: (): void => {
      if (first === undefined) {
        first = { name, atMs: performance.now() }
        hear(name)
      } else if (name !== first.name || performance.now() - first.atMs > echoMs) {
        process.exit(128 + constants.signals[name])
      }
    },
  }))
  for (const { name, listener } of listeners) process.on(name, listener)
  return () => {
    for (const { name, listener } of listeners) process.off(name, listener)
  }
}

/** Heard from before the command is loaded, which takes long enough to be stopped meanwhile. */
interface EarlyStop {
  readonly signal: AbortSignal
  /** What was heard ends the process after all, and so does whatever comes. */
  letThrough(): void
}

let early: EarlyStop | undefined

/** A signal to stop that comes from here on is for the command, which may not be loaded yet. */
export function listenForStop(): EarlyStop {
  early ??= openEarlyStop()
  return early
}

function openEarlyStop(): EarlyStop {
  const controller = new AbortController()
  let heard: Stopping | undefined
  const close = onFirstSignal(stopping, (name) => {
    heard = name
    controller.abort()
  })
  return {
    signal: controller.signal,
    letThrough: () => {
      close()
      if (heard !== undefined) process.kill(process.pid, heard)
    },
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
    onFirstSignal(stopping, stop)
    if (orOutputGone) outputGone.addEventListener('abort', stop, { once: true })
  })
  return { signal: controller.signal, stopped }
}
