import type { ErrorCode } from '../specification/errors.ts'
import type { ModeField } from './fields.ts'

/** A mode of a fault: the way in which its target fails. */
export type Mode = {
  /** The effect of the mode, as the documentation describes it. */
  readonly does: string
  /** The operations on which a fault of this mode must name an error code. */
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
  /** The names of the target in the documentation. */
  readonly shownAs: readonly string[]
  /** The name of the target that help texts print before its modes. */
  readonly label: string
  /** The operations to which a fault may be limited; `*`, the default, stands for all. */
  readonly operations: readonly string[]
  /** The description of the operations in help texts; null if there are none. */
  readonly operationsHelp: string | null
  readonly modes: Modes
  /** Returns the error codes that a fault may name on an operation, or on `*`, if the mode of the fault takes one. */
  codesOn(operation: string): readonly ErrorCode[]
}

/** Joins names in a sentence: `a, b or c`. */
export function joinWithOr(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' or $1')
}
