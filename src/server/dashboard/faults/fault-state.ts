import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { countOf } from '../money/money.ts'
import { spanText } from '../time/instants.tsx'

/** Whether a fault can never trigger again: its time is over, or it was triggered as often as it may be. */
export function hasEnded(
  { endsAtMs, times, hits }: Pick<FaultRecord, 'endsAtMs' | 'times' | 'hits'>,
  nowMs: number,
): boolean {
  return (endsAtMs !== null && nowMs >= endsAtMs) || (times !== null && hits >= times)
}

/** Describes how long a fault goes on once it begins, in time, in calls or both; as `endless` if without an end. */
export function remainsText(
  { startsAtMs, endsAtMs, times, hits }: Pick<FaultRecord, 'startsAtMs' | 'endsAtMs' | 'times' | 'hits'>,
  nowMs: number,
  endless: string,
): string {
  const time = endsAtMs === null ? [] : [`${spanText(endsAtMs - Math.max(startsAtMs, nowMs))} left`]
  const calls = times === null ? [] : [`${countOf(times - hits, 'call')} left`]
  return [...time, ...calls].join(', ') || endless
}
