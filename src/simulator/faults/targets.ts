/** All targets of faults (faults, Which targets and modes are there?), one file each. */
import type { ErrorCode } from '../specification/errors.ts'
import { keysOf } from '../specification/keys-of.ts'
import type { Mode, Target } from './target.ts'
import { addressValidation } from './targets/address-validation.ts'
import { api } from './targets/api.ts'
import { carrier } from './targets/carrier.ts'
import { labelCreation } from './targets/label-creation.ts'
import { webhook } from './targets/webhook.ts'

/** The targets of faults, in the order in which help texts and documentation list them. */
const targets = {
  carrier,
  address_validation: addressValidation,
  label_creation: labelCreation,
  webhook,
  api,
} as const satisfies Readonly<Record<string, Target>>

/** The type of all fault targets, with their modes. */
export type Targets = typeof targets
/** The name of a kind of fault target. All carriers are one kind. */
export type TargetKind = keyof Targets

/** The text in the field `target` of a fault, such as `api`. */
export type FaultTarget = Targets[TargetKind]['names'][number]

/** The names of the modes that one kind of fault target has. */
export type ModeOf<Kind extends TargetKind> = keyof Targets[Kind]['modes']

export type FaultMode = { [Kind in TargetKind]: ModeOf<Kind> }[TargetKind]

/** The names of the modes that the fault targets with the names `Name` have. */
export type ModeOn<Name extends FaultTarget> = {
  [Kind in TargetKind]: Name extends Targets[Kind]['names'][number] ? ModeOf<Kind> : never
}[TargetKind]

export const everyTarget: readonly Target[] = Object.values(targets)

export const faultTargets: readonly FaultTarget[] = Object.values(targets).flatMap(({ names }) => names)

/** The modes of all fault targets, each once. */
export const faultModes: readonly FaultMode[] = [
  ...new Set(Object.values(targets).flatMap(({ modes }): readonly FaultMode[] => keysOf(modes))),
]

/** Returns the fault target with this name, the name of a carrier in any letter case; undefined for an unknown name. */
export function findTargetName(text: string): FaultTarget | undefined {
  return faultTargets.find((target) =>
    target.startsWith('carrier:') ? target.toLowerCase() === text.toLowerCase() : target === text,
  )
}

export function modesOf(target: FaultTarget): readonly FaultMode[] {
  const { modes } = findTargetByName(target)
  return Object.keys(modes).filter(isFaultMode)
}

/** Returns a mode of a fault target by its name; undefined if the target has no such mode. */
export function findMode(target: FaultTarget, mode: string): Mode | undefined {
  const { modes } = findTargetByName(target)
  return Object.hasOwn(modes, mode) ? modes[mode] : undefined
}

/** Returns the operations to which a fault on this target may be limited; `*`, the default, stands for all of them. */
export function operationsOf(target: FaultTarget): readonly string[] {
  return [...findTargetByName(target).operations, '*']
}

/**
 * Returns the error codes that a fault with this target, operation and mode may use: those that the endpoints document,
 * and for carriers and label creation only those that a carrier can cause. Empty if the mode takes no code.
 */
export function listAllowedCodes({
  target,
  operation,
  mode,
}: {
  readonly target: FaultTarget
  readonly operation: string
  readonly mode: string
}): readonly ErrorCode[] {
  const takes: readonly string[] = findMode(target, mode)?.takes ?? []
  return takes.includes('code') ? findTargetByName(target).codesOn(operation) : []
}

function isFaultMode(text: string): text is FaultMode {
  return faultModes.some((mode) => mode === text)
}

function findTargetByName(name: FaultTarget): Target {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`${name} is no fault target; its check should have refused it`)
  return found
}

const byName = new Map(everyTarget.flatMap((target) => target.names.map((name) => [name, target] as const)))
