import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { spanText } from '../time/instants.tsx'

/** Whether a fault can never trigger again: its time is over, or it was triggered as often as it may be. */
export function hasEnded(
  { endsAtMs, times, hits }: Pick<FaultRecord, 'endsAtMs' | 'times' | 'hits'>,
  nowMs: number,
): boolean {
  return (endsAtMs !== null && nowMs >= endsAtMs) || (times !== null && hits >= times)
}

/** Describes how long a fault goes on, in time, in calls or both. */
export function remainsText({ endsAtMs, times, hits }: FaultRecord, nowMs: number): string {
  const time = endsAtMs === null ? [] : [`${spanText(endsAtMs - nowMs)} left`]
  const calls = times === null ? [] : [times - hits === 1 ? '1 call left' : `${times - hits} calls left`]
  return [...time, ...calls].join(', ') || 'until it is up again'
}
