import type { ErrorCode } from '../specification/errors.ts'
import type { ModeField } from './fields.ts'

/** A way in which something goes wrong. */
export type Mode = {
  /** What happens, as the documentation says it. */
  readonly does: string
  /** The operations on which the mode says nothing without a code. */
  readonly needsCodeOn?: readonly string[]
} & (
  | { readonly takes: readonly Exclude<ModeField, 'latency_ms'>[]; readonly latencyMs?: never }
  /** What `latency_ms` is where the fault leaves it out, in milliseconds. */
  | { readonly takes: readonly ModeField[]; readonly latencyMs: number }
)

export type Modes<Each extends Mode = Mode> = Readonly<Record<string, Each>>

/** What can go wrong: all that its faults have in common, whichever of its names they give. */
export interface Target {
  /** As a fault names it. */
  readonly names: readonly string[]
  /** As the documentation names it. */
  readonly shownAs: readonly string[]
  /** As help names it before its modes. */
  readonly label: string
  /** What a fault may be narrowed to; `*`, the default, stands for all of them. */
  readonly operations: readonly string[]
  /** As help says it; null where there is nothing to narrow. */
  readonly operationsHelp: string | null
  readonly modes: Modes
  /** The codes that a mode which takes one may answer with on an operation, or on `*`. */
  codesOn(operation: string): readonly ErrorCode[]
}

/** Names to choose from, as help says it. */
export function oneOf(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' or $1')
}
