import { errorCodeIn, hasSucceeded, isRefused } from '../response-fields.ts'
import type { CallStep, ClientName, Step } from '../step.ts'
import { endpointOf } from '../walk-operations.ts'
import { allowEither, ignoreStep, type Verdict } from './oracle.ts'
import { isOwnedBy, mayHaveSufficientKey, type Owner } from './ownership.ts'

/** The faults that may explain an error response. It is plain data, so that a check can keep several versions of it. */
export interface FaultState {
  /** True if the walk has used the control protocol: the accounts then belong to the walk, and nothing fails without a fault. */
  readonly isControlled: boolean
  /** Faults that may still trigger. */
  readonly faults: readonly KnownFault[]
}

interface KnownFault {
  readonly client: ClientName
  readonly target: string
  /** The operation that the fault affects; `*` for any. */
  readonly operation: string
  readonly mode: string
  /** The error code of the response if the fault makes a label purchase fail. */
  readonly code: string
  /** How many times the fault can still trigger; null if it always triggers. */
  readonly left: number | null
}

export const noFaults: FaultState = { isControlled: false, faults: [] }

/** Returns the memory of a check with the faults as they are after a step; the same object if the step changes no fault. */
export function withUpdatedFaults<Memory extends { readonly faultState: FaultState }>(
  memory: Memory,
  step: Step,
): Memory {
  const faultState = updateFaultsAfterStep(memory.faultState, step)
  return faultState === memory.faultState ? memory : { ...memory, faultState }
}

/** Returns the faults as they are after a step. A control-protocol step also shows that the walk owns its accounts. */
function updateFaultsAfterStep(faultState: FaultState, step: Step): FaultState {
  switch (step.kind) {
    case 'call':
    case 'end':
      return faultState
    case 'fault added':
      return { isControlled: true, faults: [...faultState.faults, toKnownFault(step)] }
    case 'faults cleared':
      return { isControlled: true, faults: faultState.faults.filter(({ client }) => client !== step.client) }
    default:
      return faultState.isControlled ? faultState : { ...faultState, isControlled: true }
  }
}

function toKnownFault({ client, fault }: Extract<Step, { kind: 'fault added' }>): KnownFault {
  const { target, operation, mode, code, times } = fault
  return {
    client,
    target: String(target),
    operation: typeof operation === 'string' ? operation : '*',
    mode: String(mode),
    code: typeof code === 'string' ? code : 'LABEL.CREATION.FAILED',
    left: typeof times === 'number' ? times : null,
  }
}

/** The kinds of carrier calls whose faults the oracles follow. */
export type FaultPart = 'rates' | 'labels'

/** Returns true if a carrier fault affects this kind of carrier call. */
const affectsCarrierOperation = (fault: KnownFault, part: FaultPart): boolean =>
  fault.operation === '*' || fault.operation === part

/** Lists the faults of a client's carriers for one kind of carrier call, such as `rates`. */
export function listCarrierFaults(
  { faults }: FaultState,
  client: ClientName,
  part: FaultPart,
): readonly KnownFault[] {
  return faults.filter(
    (fault) =>
      fault.client === client && fault.target.startsWith('carrier:') && affectsCarrierOperation(fault, part),
  )
}

/** True if a fault may make this client's label purchases fail. */
export function labelsMayFail(faultState: FaultState, client: ClientName): boolean {
  return (
    listCarrierFaults(faultState, client, 'labels').length > 0 ||
    faultState.faults.some((fault) => fault.client === client && fault.target === 'label_creation')
  )
}

/** Counts one trigger of the only candidate fault. If several faults could have triggered, counts none. */
export function recordFaultTrigger(faultState: FaultState, candidates: readonly KnownFault[]): FaultState {
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0 || only.left === null) return faultState
  const left = only.left - 1
  const faults = faultState.faults.flatMap((fault) =>
    fault === only ? (left > 0 ? [{ ...fault, left }] : []) : [fault],
  )
  return { ...faultState, faults }
}

/**
 * Counts a trigger of the fault that made a purchase fail. If the response has another error code than the fault,
 * counts nothing, because the service may report another error before the fault triggers.
 */
export function recordLabelFaultTrigger(faultState: FaultState, step: CallStep): FaultState {
  const code = errorCodeIn(step.answer)
  if (step.operation !== 'buyLabel' || code === undefined) return faultState
  const faults = faultState.faults.filter(
    (fault) =>
      fault.client === step.client &&
      (fault.target === 'label_creation' ||
        (fault.target.startsWith('carrier:') && affectsCarrierOperation(fault, 'labels'))),
  )
  return faults.every((fault) => fault.code === code) ? recordFaultTrigger(faultState, faults) : faultState
}

/** True if the response may come from a fault of the whole API, in place of the service's real response. */
export function mayComeFromFault({ faults }: FaultState, step: CallStep): boolean {
  return faults.some(
    ({ client, target, operation, mode }) =>
      client === step.client &&
      target === 'api' &&
      mode !== 'reset' &&
      mode !== 'latency' &&
      (operation === '*' || operation === endpointOf(step.operation)),
  )
}

/** The outcome of a request: `refused` changed nothing, `unsure` may have been carried out. */
export type Outcome = 'done' | 'refused' | 'unsure'

/** 5xx codes after which, by the specification, the service has created nothing. */
const codesWithoutEffect: ReadonlySet<string | undefined> = new Set([
  'LABEL.CREATION.FAILED',
  'RATE.CARRIER.UNAVAILABLE',
])

/** Returns whether the service carried out a request; `unsure` after a lost response and after most 5xx responses. */
export function outcomeOf(faultState: FaultState, step: CallStep): Outcome {
  const { answer } = step
  if (answer === undefined || mayComeFromFault(faultState, step)) return 'unsure'
  if (hasSucceeded(answer)) return 'done'
  return isRefused(answer) || codesWithoutEffect.has(errorCodeIn(answer)) ? 'refused' : 'unsure'
}

/**
 * Returns the possible memories of a check after a request that may lack permission: `done` if the service carried the
 * request out, `memory` if it did not, both if this is unknown. A request without permission changes nothing, even if
 * its response was lost.
 */
export function judgeForeignRequest<Memory extends { readonly faultState: FaultState }>(
  memory: Memory,
  done: Memory,
  { step, owner }: { readonly step: CallStep; readonly owner: Owner },
): Verdict<Memory> {
  const outcome = outcomeOf(memory.faultState, step)
  if (outcome === 'done') return ignoreStep(done)
  const mayHaveRight = outcome === 'unsure' && isOwnedBy(owner, step) && mayHaveSufficientKey(step)
  return mayHaveRight ? allowEither(memory, done) : ignoreStep(memory)
}
