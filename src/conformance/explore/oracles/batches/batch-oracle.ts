import type { StatementId } from '../../../section.ts'
import { resourceIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { judgeUnknownId, notFoundErrors } from '../error-responses.ts'
import { judgeForeignRequest, noFaults, outcomeOf, withUpdatedFaults } from '../fault-state.ts'
import { allowEither, Checks, ignoreStep, type Oracle, type Verdict } from '../oracle.ts'
import { findNonKeyErrorCode, findUsableResource } from '../ownership.ts'
import { withQuotedRates } from '../quoted-rates.ts'
import { judgeBatchCreation } from './batch-creation.ts'
import {
  type Batch,
  type BatchMemory,
  checkProgress,
  describeBatchHistory,
  readProgress,
  withUsedRates,
} from './batch-progress.ts'

/** Checks in random walks that a batch costs what its items cost, is bought once, and does not depend on other batches. */
export const batches: Oracle<BatchMemory> = {
  group: 'EXPL-004',
  start: { faultState: noFaults, batches: [], rates: {}, used: [] },
  judge: (before, step) => {
    const memory = withUpdatedFaults(before, step)
    if (step.kind !== 'call' || step.key.is !== 'good') return ignoreStep(memory)
    switch (step.operation) {
      case 'createRates':
        return ignoreStep({ ...memory, rates: withQuotedRates(memory.rates, step) })
      case 'buyLabel': {
        const isRefused = outcomeOf(memory.faultState, step) === 'refused'
        return ignoreStep(isRefused ? memory : withUsedRates(memory, [step.body]))
      }
      case 'createBatch':
        return judgeBatchCreation(memory, step)
      case 'buyBatch':
        return judgeBatchPurchase(memory, step)
      case 'getBatch':
        return judgeBatchReading(memory, step)
      default:
        return ignoreStep(memory)
    }
  },
}

/** Replaces some fields of a known batch. */
function withBatchChange(memory: BatchMemory, batch: Batch, change: Partial<Batch>): BatchMemory {
  return {
    ...memory,
    batches: memory.batches.map((each) => (each.id === batch.id ? { ...each, ...change } : each)),
  }
}

/** Checks that a request for an unknown batch gets the documented error. */
function judgeUnknownBatch(
  memory: BatchMemory,
  step: CallStep,
  notFound: Parameters<typeof judgeUnknownId>[3],
): Verdict<BatchMemory> {
  const { target: id = '' } = step
  // If the response to the creation of a batch was lost, the harness does not know the batch's id.
  if (id === '' || memory.batches.some((each) => each.id === id)) return ignoreStep(memory)
  return judgeUnknownId(memory, step, id, notFound)
}

/** Checks the response to the purchase of a batch, and records the purchase. */
function judgeBatchPurchase(memory: BatchMemory, step: CallStep): Verdict<BatchMemory> {
  const batch = findUsableResource(memory.batches, step)
  const outcome = outcomeOf(memory.faultState, step)
  if (batch === undefined) {
    const own = memory.batches.find(({ id }) => id === step.target)
    if (own === undefined) return judgeUnknownBatch(memory, step, notFoundErrors.buyBatch)
    return judgeForeignRequest(memory, withBatchPurchase(memory, own, step), { step, owner: own })
  }
  if (outcome === 'unsure') {
    return batch.bought === undefined
      ? allowEither(memory, withBatchPurchase(memory, batch, step))
      : ignoreStep(memory)
  }
  const code = findNonKeyErrorCode(step)
  const checks = new Checks()
  const isProcessingNow = memory.faultState.isControlled && isStillProcessing(batch, step)
  if (outcome === 'done') {
    checkAcceptedPurchase(checks, batch, isProcessingNow)
    return checks.verdict(withBatchPurchase(memory, batch, step))
  }
  if (code === undefined) return ignoreStep(memory)
  checkRefusedPurchase(checks, batch, code, isProcessingNow)
  return checks.verdict(withBatchChange(memory, batch, { refused: step.id }))
}

/** Checks that the service does not accept a second purchase while the batch is processed. */
function checkAcceptedPurchase(checks: Checks, batch: Batch, isProcessingNow: boolean): void {
  if (batch.bought === undefined) checks.pass()
  // The specification does not say what a purchase of a finished batch returns, nor when a batch is finished.
  else if (isProcessingNow) {
    const { at, percent } = batch.shown ?? {}
    const why = `${describeBatchHistory(batch)} and was at ${percent} % at ${at}; the clock has not moved since`
    checks.error('STATES-23', 'BATCH.ALREADY_PROCESSING', 'another purchase accepted', why)
  }
}

/** Checks that the reason for which a purchase was refused fits the history of the batch. */
function checkRefusedPurchase(checks: Checks, batch: Batch, code: string, isProcessingNow: boolean): void {
  const why = describeBatchHistory(batch)
  const expectRefusalReason = (statement: StatementId, holds: boolean, expected: string): boolean =>
    checks.that(statement, holds, () => ({ expected, seen: code, why }))
  const isAboutMoney = code.startsWith('WALLET.')
  expectRefusalReason(
    'ENDPOINTS-87',
    !isAboutMoney,
    'no refusal for money: the batch was paid at its creation',
  )
  if (batch.bought === undefined)
    expectRefusalReason('STATES-22', !code.startsWith('BATCH.'), 'processing to start')
  else {
    expectRefusalReason('ENDPOINTS-91', code !== 'BATCH.NOT_FOUND', 'the batch to be known')
    if (isProcessingNow) checks.error('STATES-23', 'BATCH.ALREADY_PROCESSING', code, why)
  }
}

/** True if the batch was bought and then read as unfinished, and the clock has not moved since. */
function isStillProcessing({ bought, boughtAtMs, shown }: Batch, step: CallStep): boolean {
  return (
    bought !== undefined &&
    shown?.isBought === true &&
    shown.percent !== undefined &&
    shown.percent < 100 &&
    shown.atMs === step.atMs &&
    boughtAtMs <= shown.atMs
  )
}

/** Records that a batch was bought, or that it was bought a second time. */
function withBatchPurchase(memory: BatchMemory, batch: Batch, step: CallStep): BatchMemory {
  if (batch.bought === undefined) {
    return withBatchChange(memory, batch, { bought: step.id, boughtAtMs: step.atMs })
  }
  // A second purchase is wrong only while the batch is unfinished, which a later reading shows.
  const doubled = step.atMs === batch.boughtAtMs ? step.id : batch.doubled
  return withBatchChange(memory, batch, { shown: undefined, doubled })
}

/** Checks a reading of a batch by its owner, and remembers the progress that it shows. */
function judgeBatchReading(memory: BatchMemory, step: CallStep): Verdict<BatchMemory> {
  const batch = findUsableResource(memory.batches, step)
  if (batch === undefined) return judgeUnknownBatch(memory, step, notFoundErrors.getBatch)
  const outcome = outcomeOf(memory.faultState, step)
  const code = findNonKeyErrorCode(step)
  if (outcome === 'unsure' || (outcome === 'refused' && code === undefined)) return ignoreStep(memory)
  const checks = new Checks()
  checks.that('ENDPOINTS-95', code === undefined, () => ({
    expected: 'the batch',
    seen: code ?? 'another response',
    why: `${batch.id} was created at ${batch.created} by this client`,
  }))
  const read = resourceIn(step.answer, 'batch')
  if (read === undefined) return checks.verdict(memory)
  checkProgress(checks, { batch, read, step })
  return checks.verdict(
    withBatchChange(memory, batch, { shown: readProgress(read, { batch, step }), refused: undefined }),
  )
}
