import { constants } from 'node:os'
import { outputGone } from './printing/output.ts'

/** Reports the first signal that asks the process to stop, also if the terminal was closed. */
export interface StopSignal {
  readonly signal: AbortSignal
  /** Resolves with the first signal. */
  readonly stopped: Promise<void>
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignalName = (typeof stopSignals)[number]

/**
 * The maximum time between a signal and its copy. A terminal signals a whole process group, and a parent such as npx or
 * `drydock exec` passes the same signal on at once. A person takes longer for a second Ctrl-C.
 */
const maxEchoMs = 100

/**
 * Calls `onSignal` for the first signal to stop. A later signal ends the process at once with status 128 plus its
 * number, unless it is a copy of the first. Returns a function that stops listening.
 */
export function catchFirstSignal(
  names: readonly StopSignalName[],
  onSignal: (name: StopSignalName) => void,
): () => void {
  let first: { readonly name: StopSignalName; readonly atMs: number } | undefined
  const listeners = names.map((name) => ({
    name,
    listener: (): void => {
      if (first === undefined) {
        first = { name, atMs: performance.now() }
        onSignal(name)
      } else if (name !== first.name || performance.now() - first.atMs > maxEchoMs) {
        process.exit(128 + constants.signals[name])
      }
    },
  }))
  for (const { name, listener } of listeners) process.on(name, listener)
  return () => {
    for (const { name, listener } of listeners) process.off(name, listener)
  }
}

/** Holds back signals to stop that arrive before the command is loaded. */
interface EarlyStop {
  readonly signal: AbortSignal
  /** Stops catching signals. If a signal was caught before, it now ends the process. */
  letThrough(): void
}

let earlyStop: EarlyStop | undefined

/** Catches signals to stop from now on, before the command is loaded. */
export function catchStopBeforeCommand(): EarlyStop {
  earlyStop ??= createEarlyStop()
  return earlyStop
}

function createEarlyStop(): EarlyStop {
  const controller = new AbortController()
  let caught: StopSignalName | undefined
  const close = catchFirstSignal(stopSignals, (name) => {
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

/**
 * Catches the first signal to stop while a command runs; a second signal ends the process. With `orOutputGone`, the
 * command also stops when nobody reads its output any more.
 */
export function catchStopOfCommand({ orOutputGone = false } = {}): StopSignal {
  const controller = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      controller.abort()
      resolve()
    }
    catchFirstSignal(stopSignals, stop)
    if (orOutputGone) outputGone.addEventListener('abort', stop, { once: true })
  })
  return { signal: controller.signal, stopped }
}
