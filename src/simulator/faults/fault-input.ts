/** A fault in a client's request, with the field names of the wire (faults, Which fields does a fault have?). */
import type { ErrorCode } from '../specification/errors.ts'
import type { Known } from '../specification/model.ts'
import type { conditionFields, ModeField, modeFields, ValuesOf } from './fields.ts'
import type { FaultMode, FaultTarget, ModeOf, TargetKind, Targets } from './targets.ts'

/** The values of the fields that only some modes take. */
type ModeValues = ValuesOf<typeof modeFields>
/** The values of the fields that only some modes take, in a client's request. Editors suggest the known error codes. */
type InputValues = {
  readonly [Field in ModeField]: Field extends 'code' ? Known<ErrorCode> : ModeValues[Field]
}
/** When and how often the fault triggers. */
type Conditions = Partial<ValuesOf<typeof conditionFields>>

/** The fields that a mode of a fault takes, and no others. */
type Taken<Kind extends TargetKind, Mode extends ModeOf<Kind>> = Targets[Kind]['modes'][Mode] extends {
  readonly takes: readonly (infer Field extends ModeField)[]
}
  ? Partial<Pick<InputValues, Field>>
  : never

/**
 * A fault in a request. Its `target` and its `mode` decide which other fields it takes; `operation` limits it to one
 * operation. Durations are texts such as `10m` (faults, Which fields does a fault have?).
 */
export type FaultInput = {
  [Kind in TargetKind]: {
    [Mode in ModeOf<Kind>]: {
      readonly target: Targets[Kind]['names'][number]
      readonly mode: Mode
      readonly operation?: Targets[Kind]['operations'][number] | '*'
    } & Taken<Kind, Mode> &
      Conditions
  }[ModeOf<Kind>]
}[TargetKind]

/** A fault from a request after its check: its target has this mode, and its mode takes these fields. */
export type ParsedFault = {
  readonly target: FaultTarget
  readonly mode: FaultMode
  readonly operation?: string | undefined
} & { readonly [Field in keyof ModeValues]?: ModeValues[Field] | undefined } & {
  readonly [Field in keyof Conditions]?: Conditions[Field] | undefined
}
