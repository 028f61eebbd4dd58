import type { ErrorCode } from '../specification/errors.ts'
import type { ModeField, modeFields, ValuesOf } from './fields.ts'
import type { FaultMode, FaultTarget } from './targets.ts'

type ModeValues = ValuesOf<typeof modeFields>

/** The fields that only some modes take, under the names that records have; null where the fault says nothing. */
type KeptFields = { readonly [Field in ModeField as CamelCase<Field>]: ModeValues[Field] | null }

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** What an account keeps of a fault. Times are milliseconds on the account's clock unless named otherwise. */
export interface FaultRecord extends KeptFields {
  readonly id: string
  readonly target: FaultTarget
  readonly operation: string
  /** One of its target's. */
  readonly mode: FaultMode
  readonly code: ErrorCode | null
  readonly phase: ModeValues['phase']
  readonly probability: number
  readonly times: number | null
  readonly after: number
  readonly createdAtMs: number
  readonly startsAtMs: number
  readonly endsAtMs: number | null
  /** How many faults the account was given before: what its random draws are named by. */
  readonly number: number
  /** Calls that matched, bitten or not: what `after` counts and random draws are numbered by. */
  readonly seen: number
  readonly hits: number
  /** The scenario that brought it, so that stopping the scenario takes it away. */
  readonly scenario: string | null
}
