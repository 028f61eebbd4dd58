import { isObject } from '../../../http/fields.ts'
import type { StatementId } from '../../../section.ts'
import { resourceIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { afterUnknownId } from '../error-responses.ts'
import { faultsAfterStep, noFaults, outcomeOf } from '../fault-state.ts'
import { Checks, either, ignored, type Oracle, type Verdict } from '../oracle.ts'
import { canAsk, couldAsk, isOwnedBy, refusalOf } from '../ownership.ts'
import { afterCreation } from './batch-creation.ts'
import {
  type Batch,
  type BatchMemory,
  checkProgress,
  progressIn,
  withRates,
  withUsed,
} from './batch-progress.ts'

/** A batch costs what its items cost, is bought once, and does not depend on other batches. */
export const batches: Oracle<BatchMemory> = {
  group: 'EXPL-004',
  start: { faultState: noFaults, batches: [], rates: {} },
  after: (before, step) => {
    const faultState = faultsAfterStep(before.faultState, step)
    const memory = faultState === before.faultState ? before : { ...before, faultState }
    if (step.kind !== 'call' || step.key.is !== 'good') return ignored(memory)
    switch (step.operation) {
      case 'createRates':
        return ignored(withRates(memory, step))
      case 'buyLabel': {
        const isRefused = outcomeOf(faultState, step) === 'refused'
        return ignored(isRefused || !isObject(step.body) ? memory : withUsed(memory, [step.body]))
      }
      case 'createBatch':
        return afterCreation(memory, step)
      case 'buyBatch':
        return afterPurchase(memory, step)
      case 'getBatch':
        return afterReading(memory, step)
      default:
        return ignored(memory)
    }
  },
}

function findAskedBatch({ batches: all }: BatchMemory, step: CallStep): Batch | undefined {
  const batch = all.find(({ id }) => id === step.target)
  return batch !== undefined && isOwnedBy(batch, step) && canAsk(step) ? batch : undefined
}

function withChange(memory: BatchMemory, batch: Batch, change: Partial<Batch>): BatchMemory {
  return {
    ...memory,
    batches: memory.batches.map((each) => (each.id === batch.id ? { ...each, ...change } : each)),
  }
}

function afterUnknown(memory: BatchMemory, step: CallStep, statement: StatementId): Verdict<BatchMemory> {
  const { target: id = '' } = step
  // The id of a batch is unknown if its response was lost.
  if (id === '' || memory.batches.some((each) => each.id === id)) return ignored(memory)
  return afterUnknownId(memory, step, { id, code: 'BATCH.NOT_FOUND', statement })
}

function afterPurchase(memory: BatchMemory, step: CallStep): Verdict<BatchMemory> {
  const batch = findAskedBatch(memory, step)
  const outcome = outcomeOf(memory.faultState, step)
  if (batch === undefined) {
    const own = memory.batches.find(({ id }) => id === step.target)
    if (own === undefined) return afterUnknown(memory, step, 'ENDPOINTS-91')
    if (outcome === 'done') return ignored(withStart(memory, own, step))
    // A service refuses a request without permission, so a lost response changes nothing.
    const mayHaveRight = outcome === 'unsure' && isOwnedBy(own, step) && couldAsk(step)
    return mayHaveRight ? either(memory, withStart(memory, own, step)) : ignored(memory)
  }
  if (outcome === 'unsure') {
    return batch.bought === undefined ? either(memory, withStart(memory, batch, step)) : ignored(memory)
  }
  const code = refusalOf(step)
  const checks = new Checks()
  const why =
    batch.bought === undefined
      ? `${batch.id} was created at ${batch.created} and never bought`
      : `${batch.id} was bought at ${batch.bought}`
  if (outcome === 'done') {
    checkStart(checks, { batch, step, isControlled: memory.faultState.isControlled, why })
    return checks.verdict(withStart(memory, batch, step))
  }
  if (code === undefined) return ignored(memory)
  const isPaid = !code.startsWith('WALLET.')
  checks.that('ENDPOINTS-87', isPaid, () => {
    return { expected: 'no refusal for money: the batch was paid at its creation', seen: code, why }
  })
  checkRefusedStart(checks, { batch, step, code, isControlled: memory.faultState.isControlled, why })
  return checks.verdict(withChange(memory, batch, { refused: step.id }))
}

function checkRefusedStart(
  checks: Checks,
  by: {
    readonly batch: Batch
    readonly step: CallStep
    readonly code: string
    readonly isControlled: boolean
    readonly why: string
  },
): void {
  const { batch, step, code, isControlled, why } = by
  if (batch.bought === undefined) {
    checks.that('STATES-22', !code.startsWith('BATCH.'), () => {
      return { expected: 'processing to start', seen: code, why }
    })
    return
  }
  checks.that('ENDPOINTS-91', code !== 'BATCH.NOT_FOUND', () => {
    return { expected: 'the batch to be known', seen: code, why }
  })
  if (!isActive(batch, step) || !isControlled) return
  checks.that('STATES-23', code === 'BATCH.ALREADY_PROCESSING', () => {
    return { expected: '422 BATCH.ALREADY_PROCESSING', seen: code, why }
  })
}

function checkStart(
  checks: Checks,
  by: {
    readonly batch: Batch
    readonly step: CallStep
    readonly isControlled: boolean
    readonly why: string
  },
): void {
  const { batch, step, isControlled, why } = by
  if (batch.bought === undefined) {
    checks.pass()
    return
  }
  // The specification does not say what a purchase of a finished batch returns, nor when a batch is finished.
  if (!isControlled || !isActive(batch, step)) return
  checks.that('STATES-23', false, () => ({
    expected: '422 BATCH.ALREADY_PROCESSING',
    seen: 'another purchase accepted',
    why: `${why} and was at ${batch.shown?.percent} % at ${batch.shown?.at}; the clock has not moved since`,
  }))
}

/** True if it was bought, then read as unfinished, and the clock has not moved since. */
function isActive({ bought, boughtAtMs, shown }: Batch, step: CallStep): boolean {
  return (
    bought !== undefined &&
    shown?.isBought === true &&
    shown.percent !== undefined &&
    shown.percent < 100 &&
    shown.atMs === step.atMs &&
    boughtAtMs <= shown.atMs
  )
}

function withStart(memory: BatchMemory, batch: Batch, step: CallStep): BatchMemory {
  if (batch.bought === undefined) {
    return withChange(memory, batch, { bought: step.id, boughtAtMs: step.atMs })
  }
  // A batch that is bought again when finished may start again.
  const doubled = step.atMs === batch.boughtAtMs ? step.id : batch.doubled
  return withChange(memory, batch, { shown: undefined, doubled })
}

function afterReading(memory: BatchMemory, step: CallStep): Verdict<BatchMemory> {
  const batch = findAskedBatch(memory, step)
  if (batch === undefined) return afterUnknown(memory, step, 'ENDPOINTS-96')
  const outcome = outcomeOf(memory.faultState, step)
  const code = refusalOf(step)
  if (outcome === 'unsure' || (outcome === 'refused' && code === undefined)) return ignored(memory)
  const checks = new Checks()
  checks.that('ENDPOINTS-95', code === undefined, () => ({
    expected: 'the batch',
    seen: code ?? 'another answer',
    why: `${batch.id} was created at ${batch.created} by this client`,
  }))
  const read = resourceIn(step.answer, 'batch')
  if (read === undefined) return checks.verdict(memory)
  checkProgress(checks, { batch, read, step })
  return checks.verdict(
    withChange(memory, batch, { shown: progressIn(read, { batch, step }), refused: undefined }),
  )
}
