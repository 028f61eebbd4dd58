import type { FaultRecord } from '../accounts/records/faults.ts'
import type { FaultBody } from '../bodies/control/faults.ts'
import { formatDuration } from '../time/duration.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'

/** Returns the fault as the control protocol shows it. */
export function buildFaultBody(fault: FaultRecord): FaultBody {
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
