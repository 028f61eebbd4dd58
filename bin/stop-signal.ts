import { constants } from 'node:os'
import { outputGone } from './printing/output.ts'

/** Catches the first signal to stop, also from a closed terminal. A second one ends the process at once. */
export interface StopSignal {
  readonly signal: AbortSignal
  /** Resolves with the first signal. */
  readonly stopped: Promise<void>
}

const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Stopping = (typeof stopping)[number]

/**
 * A terminal or a build server signals a whole process group, and a parent such as npx or `drydock exec` passes the same
 * signal on at once. A person takes longer for a second Ctrl-C.
 */
const echoMs = 100

/**
 * Calls `onSignal` for the first of these signals. A later one ends the process at once with status 128 and its number,
 * unless a parent passed the first one on. Returns a function that stops listening.
 */
export function onFirstSignal(names: readonly Stopping[], onSignal: (name: Stopping) => void): () => void {
  let first: { readonly name: Stopping; readonly atMs: number } | undefined
  const listeners = names.map((name) => ({
    name,
    listener: (): void => {
      if (first === undefined) {
        first = { name, atMs: performance.now() }
        onSignal(name)
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

/** Signals caught before the command is loaded, which takes long enough to be interrupted. */
interface EarlyStop {
  readonly signal: AbortSignal
  /** Ends the process with a signal that was caught, and no longer catches signals. */
  letThrough(): void
}

let early: EarlyStop | undefined

/** Keeps signals to stop for the command, which may not be loaded yet. */
export function listenForStop(): EarlyStop {
  early ??= openEarlyStop()
  return early
}

function openEarlyStop(): EarlyStop {
  const controller = new AbortController()
  let caught: Stopping | undefined
  const close = onFirstSignal(stopping, (name) => {
    caught = name
    controller.abort()
  })
  return {
    signal: controller.signal,
    letThrough: () => {
      close()
      if (caught !== undefined) process.kill(process.pid, caught)
    },
  }
}

/** With `orOutputGone`, it also stops once the reader of the output has gone. */
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
