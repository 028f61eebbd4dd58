import { formatDuration } from '../time/duration.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'
import type { FaultRecord } from './fault-record.ts'

/** A fault as the simulator shows it: every field, and how often it has bitten. */
export interface FaultBody {
  readonly id: string
  readonly target: string
  readonly operation: string
  readonly mode: string
  readonly code: string | null
  readonly phase: 'before' | 'after'
  readonly status: number | null
  readonly latency_ms: number | null
  readonly message: string | null
  readonly probability: number
  readonly times: number | null
  readonly after: number
  readonly starts_in: string
  readonly lasts: string | null
  readonly starts_at: string
  readonly ends_at: string | null
  readonly hits: number
  /** How often it still may bite; null without `times`. */
  readonly remaining: number | null
  /** The scenario that brought it. */
  readonly scenario: string | null
}

/** As the control protocol shows it. */
export function showFault(fault: FaultRecord): FaultBody {
  return {
    id: fault.id,
    target: fault.target,
    operation: fault.operation,
    mode: fault.mode,
    code: fault.code,
    phase: fault.phase,
    status: fault.status,
    latency_ms: fault.latencyMs,
    message: fault.message,
    probability: fault.probability,
    times: fault.times,
    after: fault.after,
    starts_in: formatDuration(fault.startsAtMs - fault.createdAtMs),
    lasts: fault.endsAtMs === null ? null : formatDuration(fault.endsAtMs - fault.startsAtMs),
    starts_at: toTimestamp(fault.startsAtMs),
    ends_at: toTimestampOrNull(fault.endsAtMs),
    hits: fault.hits,
    remaining: fault.times === null ? null : fault.times - fault.hits,
    scenario: fault.scenario,
  }
}
