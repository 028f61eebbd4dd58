import { isObject } from '../../../http/fields.ts'
import { hasSucceeded, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep, Step } from '../../step.ts'
import { judgeUnknownId, notFoundErrors } from '../error-responses.ts'
import {
  type FaultState,
  judgeForeignRequest,
  noFaults,
  outcomeOf,
  recordLabelFaultTrigger,
  withUpdatedFaults,
} from '../fault-state.ts'
import { allowEither, Checks, ignoreStep, type Oracle, type Verdict } from '../oracle.ts'
import { findNonKeyErrorCode, findUsableResource, ownerOf } from '../ownership.ts'
import { checkPurchasedLabel } from './label-fields.ts'
import { checkLabelReading, createLabelReading, type Label } from './label-readings.ts'

interface Memory {
  readonly faultState: FaultState
  readonly labels: readonly Label[]
}

/** Checks in random walks that a label keeps the values of its purchase, and is voided once, before its package is scanned. */
export const labels: Oracle<Memory> = {
  group: 'EXPL-003',
  start: { faultState: noFaults, labels: [] },
  judge: (before, step) => {
    const memory = withUpdatedFaults(before, step)
    if (step.kind !== 'call') return ignoreStep(rememberControlStep(memory, step))
    if (step.key.is !== 'good') return ignoreStep(memory)
    switch (step.operation) {
      case 'buyLabel':
        return judgeLabelPurchase(memory, step)
      case 'getLabel':
        return judgeLabelReading(memory, step)
      case 'voidLabel':
        return judgeVoidRequest(memory, step)
      case 'downloadLabel':
        return judgeLabelDownload(memory, step)
      default:
        return ignoreStep(memory)
    }
  },
}

/** Returns the memory of the label check after a control-protocol step: a scan, a clock move or a tracking change may change labels. */
function rememberControlStep(memory: Memory, step: Step): Memory {
  switch (step.kind) {
    case 'scanned':
      return withLabelChange(memory, ({ id }) => id === step.labelId, { scan: 'yes' })
    case 'clock':
      if (step.toMs === step.fromMs) return memory
      return withLabelChange(memory, ({ client, scan }) => client === step.client && scan === 'no', {
        scan: 'maybe',
      })
    case 'tracking scripted':
    case 'event added':
      return withLabelChange(memory, ({ number, scan }) => number === step.number && scan === 'no', {
        scan: 'maybe',
      })
    default:
      return memory
  }
}

/** Replaces some fields of all labels for which `isAffected` returns true. */
function withLabelChange(
  memory: Memory,
  isAffected: (label: Label) => boolean,
  change: Partial<Label>,
): Memory {
  if (!memory.labels.some(isAffected)) return memory
  return {
    ...memory,
    labels: memory.labels.map((label) => (isAffected(label) ? { ...label, ...change } : label)),
  }
}

/** Checks a bought label, and adds it to the memory. */
function judgeLabelPurchase(before: Memory, step: CallStep): Verdict<Memory> {
  const memory = { ...before, faultState: recordLabelFaultTrigger(before.faultState, step) }
  const purchase = resourceIn(step.answer, 'label')
  if (purchase === undefined || outcomeOf(before.faultState, step) !== 'done') return ignoreStep(memory)
  const checks = new Checks()
  const isControlled = memory.faultState.isControlled
  checkPurchasedLabel(checks, { purchase, step, others: memory.labels, isControlled })
  const id = textIn(purchase, 'id')
  if (id === undefined) return checks.verdict(memory)
  const label: Label = {
    ...ownerOf(step),
    id,
    bought: step.id,
    boughtAtMs: step.atMs,
    number: textIn(purchase, 'tracking_number'),
    purchase,
    void: 'none',
    voided: '',
    voidedAtMs: 0,
    scan: 'no',
    shown: undefined,
  }
  return checks.verdict({ ...memory, labels: [...memory.labels, label] })
}

/** Checks a reading of a label by its owner, and remembers the reading. */
function judgeLabelReading(memory: Memory, step: CallStep): Verdict<Memory> {
  const label = findUsableResource(memory.labels, step)
  if (label === undefined) return judgeUnknownLabel(memory, step, notFoundErrors.getLabel)
  const outcome = outcomeOf(memory.faultState, step)
  const checks = new Checks()
  if (outcome === 'refused') {
    checkLabelReadable(checks, step, label)
    return checks.verdict(memory)
  }
  const read = resourceIn(step.answer, 'label')
  if (outcome === 'unsure' || read === undefined) return ignoreStep(memory)
  checkLabelReadable(checks, step, label)
  checkLabelReading(checks, { label, read, step, isControlled: memory.faultState.isControlled })
  const shown = createLabelReading(read, { step, label })
  return checks.verdict(withLabelChange(memory, ({ id }) => id === label.id, { shown }))
}

/** Checks that the owner can read a label that was bought. */
function checkLabelReadable(checks: Checks, step: CallStep, label: Label): void {
  const code = findNonKeyErrorCode(step)
  if (code === undefined && !hasSucceeded(step.answer)) return
  checks.that('ENDPOINTS-52', code === undefined, () => ({
    expected: 'the label',
    seen: code ?? 'another response',
    why: `${label.id} was bought at ${label.bought} by this client`,
  }))
}

/** Checks that a request for an unknown label gets the documented error. */
function judgeUnknownLabel(
  memory: Memory,
  step: CallStep,
  notFound: Parameters<typeof judgeUnknownId>[3],
): Verdict<Memory> {
  const { target: id = '' } = step
  // Only an id of zeros is surely unknown: labels of batches have ids that the harness does not know, as the
  // specification names no fields for them.
  if (!/_0{12,}$/.test(id) || memory.labels.some((each) => each.id === id)) return ignoreStep(memory)
  return judgeUnknownId(memory, step, id, notFound)
}

/** Checks the response to the void of a label, and records the void. */
function judgeVoidRequest(memory: Memory, step: CallStep): Verdict<Memory> {
  const label = findUsableResource(memory.labels, step)
  if (label === undefined) {
    const own = memory.labels.find(({ id }) => id === step.target)
    if (own === undefined) return judgeUnknownLabel(memory, step, notFoundErrors.voidLabel)
    // Another oracle, `isolation`, checks that a client cannot void another client's label.
    return judgeForeignRequest(memory, withVoidedLabel(memory, own, step), { step, owner: own })
  }
  const outcome = outcomeOf(memory.faultState, step)
  if (outcome === 'unsure') {
    return label.void === 'requested' || label.scan === 'yes'
      ? ignoreStep(memory)
      : allowEither(memory, withVoidedLabel(memory, label, step))
  }
  const checks = new Checks()
  if (outcome === 'done') {
    checkAcceptedVoid(checks, label)
    return checks.verdict(withVoidedLabel(memory, label, step))
  }
  const code = findNonKeyErrorCode(step)
  if (code === undefined) return ignoreStep(memory)
  checkRefusedVoid(checks, label, code, step.atMs)
  const isScanned = code === 'LABEL.VOID.INELIGIBLE' && label.scan === 'maybe'
  return checks.verdict(
    isScanned ? withLabelChange(memory, ({ id }) => id === label.id, { scan: 'yes' }) : memory,
  )
}

/** Records the first void of a label. */
function withVoidedLabel(memory: Memory, label: Label, step: CallStep): Memory {
  if (label.void === 'requested') return memory
  return withLabelChange(memory, ({ id }) => id === label.id, {
    void: 'requested',
    voided: step.id,
    voidedAtMs: step.atMs,
  })
}

/** Checks an accepted void: it is the first of the label, and the package was not scanned before. */
function checkAcceptedVoid(checks: Checks, { id, scan, shown, ...label }: Label): void {
  // The specification does not say how long a void takes. The first void may be complete, and then the service may
  // accept another.
  const mayBeComplete = shown?.mayVoidHaveProceeded === true
  if (label.void === 'requested') {
    if (mayBeComplete) return
    const why = `${id} was voided at ${label.voided}`
    checks.error('STATES-16', 'LABEL.VOID.ALREADY_REQUESTED', 'a second void was accepted', why)
  } else if (scan === 'yes') {
    const why = `the package of ${id} had been scanned`
    checks.error('STATES-14', 'LABEL.VOID.INELIGIBLE', 'the void was accepted', why)
  } else checks.pass()
}

/** Checks that the reason for which a void was refused fits the state of the label. */
function checkRefusedVoid(
  checks: Checks,
  { id, scan, shown, ...label }: Label,
  code: string,
  atMs: number,
): void {
  // The service refuses a void as ineligible if the package was scanned.
  const canBeRefusedForScan = code === 'LABEL.VOID.INELIGIBLE' && scan !== 'no'
  if (label.void === 'requested') {
    // The specification does not say how the service responds to a second void after the first one is complete. Once
    // the label has changed again since the first void, any refusal is accepted.
    const holds = code === 'LABEL.VOID.ALREADY_REQUESTED' || canBeRefusedForScan
    if (!holds && atMs !== label.voidedAtMs && shown?.mayVoidHaveProceeded === true) return
    const why = `${id} was voided at ${label.voided}`
    checks.error('STATES-16', 'LABEL.VOID.ALREADY_REQUESTED', code, why, holds)
  } else if (scan === 'yes') {
    checks.error('STATES-14', 'LABEL.VOID.INELIGIBLE', code, `the package of ${id} has been scanned`)
  } else {
    checks.that('STATES-11', canBeRefusedForScan, () => ({
      expected: 'the service to accept the void',
      seen: code,
      why: `${id} was bought at ${label.bought}; nobody has voided it${scan === 'no' ? ' or scanned its package' : ''}`,
    }))
  }
}

/** Checks that a label that was not voided has its PDF. */
function judgeLabelDownload(memory: Memory, step: CallStep): Verdict<Memory> {
  const label = findUsableResource(memory.labels, step)
  const { answer } = step
  if (label === undefined || answer === undefined || label.void === 'requested') return ignoreStep(memory)
  if (outcomeOf(memory.faultState, step) === 'unsure' || isRateLimited(step)) return ignoreStep(memory)
  const checks = new Checks()
  const code = findNonKeyErrorCode(step)
  const isPdf = hasSucceeded(answer) && answer.body.subarray(0, 5).toString('latin1') === '%PDF-'
  checks.that('ENDPOINTS-55', isPdf, () => ({
    expected: 'the PDF of the label',
    seen: code ?? `${answer.status} with ${answer.body.length} bytes`,
    why: `${label.id} was bought at ${label.bought} by this client`,
  }))
  return checks.verdict(memory)
}

const isRateLimited = ({ answer }: CallStep): boolean => isObject(answer?.json) && answer.status === 429
