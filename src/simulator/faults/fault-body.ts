import type { FaultRecord } from '../accounts/records/faults.ts'
import { formatDuration } from '../time/duration.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'
import type { ConditionField, conditionFields, ModeField, modeFields, ValuesOf } from './fields.ts'
import type { FaultMode, FaultTarget } from './targets.ts'

/** The fields that a fault is asked for with, null where it says nothing. */
type ShownFields = { readonly [Field in ModeField]: ValuesOf<typeof modeFields>[Field] | null } & {
  readonly [Field in ConditionField]: ValuesOf<typeof conditionFields>[Field] | null
}

/** A fault as the simulator shows it: every field, and how often it has bitten. */
export interface FaultBody extends ShownFields {
  readonly id: string
  readonly target: FaultTarget
  readonly operation: string
  readonly mode: FaultMode
  readonly phase: NonNullable<ShownFields['phase']>
  readonly probability: number
  readonly after: number
  readonly starts_in: string
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
