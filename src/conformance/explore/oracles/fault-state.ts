import { operationOf } from '../../http/operation.ts'
import { codeOf, hasSucceeded, isRefused } from '../response-fields.ts'
import type { CallStep, ClientName, Step, WalkOperation } from '../step.ts'

/** What of the past decides how an answer may be taken, whatever it is about. Plain data, for the memory of a judge. */
export interface FaultState {
  /** The control protocol has done something: accounts are the walk's own, and nothing fails unasked. */
  readonly isControlled: boolean
  /** Faults that may still bite. */
  readonly faults: readonly KnownFault[]
}

interface KnownFault {
  readonly client: ClientName
  readonly target: string
  /** `*` where it is any. */
  readonly operation: string
  readonly mode: string
  /** The code that a purchase is refused with where the fault keeps its label from being made. */
  readonly code: string
  /** How often it may still bite; null for ever. */
  readonly left: number | null
}

export const noFaults: FaultState = { isControlled: false, faults: [] }

/** The same object where the step changes nothing. */
export function faultsAfterStep(faultState: FaultState, step: Step): FaultState {
  switch (step.kind) {
    case 'call':
    case 'end':
      return faultState
    case 'fault added':
      return { isControlled: true, faults: [...faultState.faults, knownFault(step)] }
    case 'faults cleared':
      return { isControlled: true, faults: faultState.faults.filter(({ client }) => client !== step.client) }
    default:
      return faultState.isControlled ? faultState : { ...faultState, isControlled: true }
  }
}

function knownFault({ client, fault }: Extract<Step, { kind: 'fault added' }>): KnownFault {
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

export type FaultPart = 'rates' | 'labels'

const coversPart = (fault: KnownFault, part: FaultPart): boolean =>
  fault.operation === '*' || fault.operation === part

/** Faults of a client's carriers, of one part of what carriers do. */
export function carrierFaults(
  { faults }: FaultState,
  client: ClientName,
  part: FaultPart,
): readonly KnownFault[] {
  return faults.filter(
    (fault) => fault.client === client && fault.target.startsWith('carrier:') && coversPart(fault, part),
  )
}

/** Something is set to keep labels of this client from being made. */
export function labelsMayFail(faultState: FaultState, client: ClientName): boolean {
  return (
    carrierFaults(faultState, client, 'labels').length > 0 ||
    faultState.faults.some((fault) => fault.client === client && fault.target === 'label_creation')
  )
}

/** One of these faults has bitten: which of several is not known, so that only a single one is counted. */
export function countTriggered(faultState: FaultState, candidates: readonly KnownFault[]): FaultState {
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0 || only.left === null) return faultState
  const left = only.left - 1
  const faults = faultState.faults.flatMap((fault) =>
    fault === only ? (left > 0 ? [{ ...fault, left }] : []) : [fault],
  )
  return { ...faultState, faults }
}

/**
 * Counts a fault that has kept a purchase from being made. The order of checks is not stated: a refusal with any other code
 * than the fault's may have come before the fault or after it, so it counts for none.
 */
export function afterLabelFault(faultState: FaultState, step: CallStep): FaultState {
  const code = codeOf(step.answer)
  if (step.operation !== 'buyLabel' || code === undefined) return faultState
  const faults = faultState.faults.filter(
    (fault) =>
      fault.client === step.client &&
      (fault.target === 'label_creation' ||
        (fault.target.startsWith('carrier:') && coversPart(fault, 'labels'))),
  )
  return faults.every((fault) => fault.code === code) ? countTriggered(faultState, faults) : faultState
}

/** The answer may be another than the service has given: a fault before it is set to change answers. */
function mayBeForged({ faults }: FaultState, step: CallStep): boolean {
  return faults.some(
    ({ client, target, operation, mode }) =>
      client === step.client &&
      target === 'api' &&
      mode !== 'reset' &&
      mode !== 'latency' &&
      (operation === '*' || operation === endpointOf(step.operation)),
  )
}

function endpointOf(operation: WalkOperation): string {
  return operation === 'downloadLabel' ? 'GET /v1/labels/{id}/download' : operationOf(operation).endpoint
}

/** What a request has come to: `refused` has changed nothing, `unsure` may have been carried out or not. */
export type Outcome = 'done' | 'refused' | 'unsure'

/** Errors of 5xx of which the specification says that nothing was made. */
const nothingMade: ReadonlySet<string | undefined> = new Set([
  'LABEL.CREATION.FAILED',
  'RATE.CARRIER.UNAVAILABLE',
])

export function outcomeOf(faultState: FaultState, step: CallStep): Outcome {
  const { answer } = step
  if (answer === undefined || mayBeForged(faultState, step)) return 'unsure'
  if (hasSucceeded(answer)) return 'done'
  return isRefused(answer) || nothingMade.has(codeOf(answer)) ? 'refused' : 'unsure'
}
