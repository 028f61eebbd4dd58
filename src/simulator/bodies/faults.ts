import type { ConditionField, conditionFields, ModeField, modeFields, ValuesOf } from '../faults/fields.ts'
import type { FaultMode, FaultTarget } from '../faults/targets.ts'

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
