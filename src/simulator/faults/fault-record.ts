import type { ErrorCode } from '../specification/errors.ts'

/** What an account keeps of a fault. Times are milliseconds on the account's clock unless named otherwise. */
export interface FaultRecord {
  readonly id: string
  readonly target: string
  readonly operation: string
  readonly mode: string
  readonly code: ErrorCode | null
  readonly phase: 'before' | 'after'
  readonly status: number | null
  readonly latencyMs: number | null
  readonly message: string | null
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
