import type { Stop } from '../reporting/report.ts'

/** Whether a run goes on. The first reason to stop is the one that is told. */
export interface Stopping {
  /** Aborted once the run is to stop. */
  readonly signal: AbortSignal
  /** Null while it goes on. */
  reason(): Stop | null
  stop(reason: Stop): void
  /** Hears no longer of the user's own signal. */
  close(): void
}

export function openStopping(user: AbortSignal | undefined): Stopping {
  const stopper = new AbortController()
  let stopped: Stop | null = null
  const stop = (reason: Stop): void => {
    stopped ??= reason
    stopper.abort()
  }
  const interrupt = (): void => stop({ kind: 'interrupted', reason: 'The run was interrupted.' })
  user?.addEventListener('abort', interrupt, { once: true })
  if (user?.aborted) interrupt()
  return {
    signal: stopper.signal,
    reason: () => stopped,
    stop,
    close: () => user?.removeEventListener('abort', interrupt),
  }
}

const failuresToStop = 3

/**
 * Hears of what is sent whether an answer came; where none does several times in a row, the run stops (conformance, What
 * the outcomes mean).
 */
export function watch(
  stopping: Stopping,
  { what, sends }: { readonly what: string; readonly sends: string },
): (worked: boolean) => void {
  let inARow = 0
  return (worked) => {
    inARow = worked ? 0 : inARow + 1
    if (inARow < failuresToStop) return
    const reason = `${what} could not be reached: ${failuresToStop} ${sends} in a row got no answer.`
    stopping.stop({ kind: 'unreachable', reason })
  }
}
