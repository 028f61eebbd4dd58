/** A fault as it is asked for, in the wire's own names (faults, Its fields). Absent fields are absent. */
import type { conditionFields, ModeField, modeFields, ValuesOf } from './fields.ts'
import type { FaultMode, FaultTarget, ModeOf, TargetKind, Targets } from './targets.ts'

type ModeValues = ValuesOf<typeof modeFields>
type Conditions = Partial<ValuesOf<typeof conditionFields>>

/** The fields that a mode takes, and no other. */
type Taken<Kind extends TargetKind, Mode extends ModeOf<Kind>> = Targets[Kind]['modes'][Mode] extends {
  readonly takes: readonly (infer Field extends ModeField)[]
}
  ? Partial<Pick<ModeValues, Field>>
  : never

/** A fault of each target and mode, with the fields that it takes. Durations are texts such as `10m`. */
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

/** The same as it has been read: that its mode is one of its target's, and takes its fields, has been seen to. */
export type AskedFault = {
  readonly target: FaultTarget
  readonly mode: FaultMode
  readonly operation?: string | undefined
} & { readonly [Field in keyof ModeValues]?: ModeValues[Field] | undefined } & {
  readonly [Field in keyof Conditions]?: Conditions[Field] | undefined
}
