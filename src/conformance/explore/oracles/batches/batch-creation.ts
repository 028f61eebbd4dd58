import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { StatementId } from '../../../section.ts'
import { minute, rateValidMs } from '../../durations.ts'
import { hasSucceeded, integerIn, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { outcomeOf } from '../fault-state.ts'
import { Checks, ignoreStep, type Verdict } from '../oracle.ts'
import { findNonKeyErrorCode, hasSufficientKey, isOwnedBy, ownerOf } from '../ownership.ts'
import { batchItemsOf, type QuotedRate, rateIdsIn, sumItemPrices } from '../quoted-rates.ts'
import { type Batch, type BatchMemory, type Plain, withUsedRates } from './batch-progress.ts'

const maxItems = constants.batchMaxItems

/** Checks that the service accepts a batch of 1 to 5,000 valid items, and that the batch costs as much as its items together. */
export function judgeBatchCreation(memory: BatchMemory, step: CallStep): Verdict<BatchMemory> {
  const items = batchItemsOf(step)
  const outcome = outcomeOf(memory.faultState, step)
  if (items === undefined || outcome === 'unsure') {
    return ignoreStep(withUsedRates(memory, items ?? []))
  }
  const checks = new Checks()
  if (hasSufficientKey(step)) checkItemCount(checks, step, items.length)
  if (outcome === 'refused') {
    if (hasSufficientKey(step)) checkRefusedBatch(checks, { memory, step, items })
    return checks.verdict(memory)
  }
  const next = withUsedRates(memory, items)
  const batch = resourceIn(step.answer, 'batch')
  if (batch === undefined) return checks.verdict(next)
  const cost = sumItemPrices(memory.rates, items)
  checkCreatedBatch(checks, { memory, batch, items, cost })
  const id = textIn(batch, 'id')
  if (id === undefined) return checks.verdict(next)
  const made: Batch = {
    ...ownerOf(step),
    id,
    created: step.id,
    items,
    cost: cost ?? integerIn(batch, 'total_cost_cents'),
    left: step.key.environment === 'live' ? integerIn(batch, 'wallet_balance_after_cents') : undefined,
    bought: undefined,
    boughtAtMs: 0,
    shown: undefined,
    refused: undefined,
    doubled: undefined,
  }
  return checks.verdict({ ...next, batches: [...next.batches, made] })
}

/** Checks that the service accepts 1 to 5,000 items and no other number. */
function checkItemCount(checks: Checks, step: CallStep, count: number): void {
  const code = findNonKeyErrorCode(step)
  if (code === undefined && !hasSucceeded(step.answer)) return
  const errors = [
    ['ENDPOINTS-85', 'BATCH.ITEMS.REQUIRED', count === 0],
    ['ENDPOINTS-86', 'BATCH.SIZE.EXCEEDED', count > maxItems],
  ] as const
  for (const [statement, wanted, isDue] of errors) {
    if (!isDue && code !== wanted) continue
    checks.that(statement, isDue && code === wanted, () => ({
      expected: isDue ? `422 ${wanted}` : 'another response',
      seen: code ?? 'a batch',
      why: `${count} items were sent`,
    }))
  }
  if (count > 0 && count <= maxItems && code === undefined) checks.pass()
}

/** Checks why the service refused a batch. If all rates are new and belong to the client, only the wallet or the shipment can be the reason. */
function checkRefusedBatch(
  checks: Checks,
  by: { readonly memory: BatchMemory; readonly step: CallStep; readonly items: readonly unknown[] },
): void {
  const { memory, step, items } = by
  const code = findNonKeyErrorCode(step)
  if (code === undefined || items.length === 0 || items.length > maxItems) return
  const ids = rateIdsIn(items)
  const areGood =
    ids.length === items.length &&
    new Set(ids).size === ids.length &&
    ids.every((id) => {
      const rate = memory.rates[id]
      return rate !== undefined && !memory.used.includes(id) && isOwnedBy(rate, step) && isNewRate(rate, step)
    })
  if (!areGood) return
  const isAbout = /^(?:RATE|VALIDATION|BATCH)\./.test(code)
  checks.that('STATES-18', !isAbout, () => ({
    expected: 'a batch',
    seen: code,
    why: `all ${items.length} items are complete and name rates that were neither bought nor expired`,
  }))
}

/** Returns true if a rate expires more than a minute later, so that the service must accept it. */
const isNewRate = (rate: QuotedRate, step: CallStep): boolean => step.atMs - rate.atMs < rateValidMs - minute

/** Checks the fields of a new batch: a unique id, the cost of all items, and the balance. */
function checkCreatedBatch(
  checks: Checks,
  by: {
    readonly memory: BatchMemory
    readonly batch: Plain
    readonly items: readonly unknown[]
    readonly cost: number | undefined
  },
): void {
  const { memory, batch, items, cost } = by
  const id = textIn(batch, 'id')
  const checkField = (statement: StatementId, name: string, what: string, holds: boolean): boolean =>
    checks.field(
      statement,
      [name, batch[name]],
      holds,
      `to be ${what}`,
      `a batch of ${items.length} items was created`,
    )
  checkField('RESOURCES-88', 'id', 'a text', id !== undefined)
  const twin = memory.batches.find((each) => each.id === id)
  checks.that('RESOURCES-88', twin === undefined, () => ({
    expected: 'a unique id',
    seen: `id ${id}`,
    why: `the batch that was created at ${twin?.created} has the same id`,
  }))
  const total = batch['total_cost_cents']
  if (!checkField('RESOURCES-91', 'total_cost_cents', 'a whole number', Number.isSafeInteger(total))) return
  const left = batch['wallet_balance_after_cents']
  checkField('RESOURCES-94', 'wallet_balance_after_cents', 'a whole number', Number.isSafeInteger(left))
  if (cost !== undefined) {
    checkField('RESOURCES-92', 'total_cost_cents', `${cost}, what its items cost together`, total === cost)
  }
}
