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
