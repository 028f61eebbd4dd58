import type { ErrorCode } from '../specification/errors.ts'
import type { ModeField } from './fields.ts'

/** A mode of failure. */
export type Mode = {
  /** The effect of the mode, for the documentation. */
  readonly does: string
  /** Operations on which a fault of this mode must have a code. */
  readonly needsCodeOn?: readonly string[]
} & (
  | { readonly takes: readonly Exclude<ModeField, 'latency_ms'>[]; readonly latencyMs?: never }
  /** The default of `latency_ms`, in milliseconds. */
  | { readonly takes: readonly ModeField[]; readonly latencyMs: number }
)

export type Modes<Each extends Mode = Mode> = Readonly<Record<string, Each>>

/** A target of faults, with the common facts of its faults. */
export interface Target {
  /** The names that a fault may give as its target. */
  readonly names: readonly string[]
  /** The names in the documentation. */
  readonly shownAs: readonly string[]
  /** The name in front of its modes in help. */
  readonly label: string
  /** The operations that a fault may be narrowed to; `*`, the default, stands for all. */
  readonly operations: readonly string[]
  /** The operations in help; null if there are none. */
  readonly operationsHelp: string | null
  readonly modes: Modes
  /** Returns the codes that a mode with a code may use on an operation, or on `*`. */
  codesOn(operation: string): readonly ErrorCode[]
}

/** Joins names in a sentence: `a, b or c`. */
export function joinWithOr(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' or $1')
}
