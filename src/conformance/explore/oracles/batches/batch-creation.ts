import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import { isObject } from '../../../http/fields.ts'
import { showField } from '../../../http/show.ts'
import type { StatementId } from '../../../section.ts'
import { hasSucceeded, integerIn, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import { outcomeOf } from '../fault-state.ts'
import { Checks, ignored, type Verdict } from '../oracle.ts'
import { canAsk, isOwnedBy, ownerOf, refusalOf } from '../ownership.ts'
import {
  type Batch,
  type BatchMemory,
  type GivenRate,
  itemsOf,
  type Plain,
  rateIdsOf,
  withUsed,
} from './batch-progress.ts'

const maxItems = constants.batchMaxItems

/** A batch of 1 to 5,000 good items is created, and costs what its items cost. */
export function afterCreation(memory: BatchMemory, step: CallStep): Verdict<BatchMemory> {
  const items = itemsOf(step)
  const outcome = outcomeOf(memory.faultState, step)
  if (items === undefined || outcome === 'unsure') {
    return ignored(withUsed(memory, (items ?? []).filter(isObject)))
  }
  const checks = new Checks()
  if (canAsk(step)) checkCount(checks, step, items.length)
  if (outcome === 'refused') {
    if (canAsk(step)) checkRefusal(checks, { memory, step, items })
    return checks.verdict(memory)
  }
  const next = withUsed(memory, items.filter(isObject))
  const batch = resourceIn(step.answer, 'batch')
  if (batch === undefined) return checks.verdict(next)
  const cost = sumOf(memory, items)
  checkCreated(checks, { memory, batch, items, cost })
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

/** Checks that exactly 1 to 5,000 items are accepted. */
function checkCount(checks: Checks, step: CallStep, count: number): void {
  const code = refusalOf(step)
  if (code === undefined && !hasSucceeded(step.answer)) return
  const seen = code ?? 'a batch'
  const why = `${count} items were sent`
  const isOdd = count === 0 || count > maxItems
  if (count === 0 || code === 'BATCH.ITEMS.REQUIRED') {
    checks.that('ENDPOINTS-85', count === 0 && code === 'BATCH.ITEMS.REQUIRED', () => {
      return { expected: count === 0 ? '422 BATCH.ITEMS.REQUIRED' : 'another answer', seen, why }
    })
  }
  if (count > maxItems || code === 'BATCH.SIZE.EXCEEDED') {
    checks.that('ENDPOINTS-86', count > maxItems && code === 'BATCH.SIZE.EXCEEDED', () => {
      return { expected: count > maxItems ? '422 BATCH.SIZE.EXCEEDED' : 'another answer', seen, why }
    })
  }
  if (!isOdd && code === undefined) checks.pass()
}

/** If all rates are new and the client's own, only money or the shipment can be a reason for a refusal. */
function checkRefusal(
  checks: Checks,
  by: { readonly memory: BatchMemory; readonly step: CallStep; readonly items: readonly unknown[] },
): void {
  const { memory, step, items } = by
  const code = refusalOf(step)
  if (code === undefined || items.length === 0 || items.length > maxItems) return
  const ids = rateIdsOf(items)
  const areGood =
    ids.length === items.length &&
    new Set(ids).size === ids.length &&
    ids.every((id) => {
      const rate = memory.rates[id]
      return rate !== undefined && !rate.isUsed && isOwnedBy(rate, step) && isFresh(rate, step)
    })
  if (!areGood) return
  const isAbout = /^(?:RATE|VALIDATION|BATCH)\./.test(code)
  checks.that('STATES-18', !isAbout, () => ({
    expected: 'a batch',
    seen: code,
    why: `all ${items.length} items are complete and name new rates`,
  }))
}

const isFresh = (rate: GivenRate, step: CallStep): boolean => step.atMs - rate.atMs < 14 * 60_000

function sumOf({ rates }: BatchMemory, items: readonly unknown[]): number | undefined {
  return items.reduce<number | undefined>((sum, item) => {
    if (sum === undefined || !isObject(item)) return undefined
    const cents = integerIn(item, 'rate_cents') ?? rates[textIn(item, 'rate_id') ?? '']?.cents
    return cents === undefined ? undefined : sum + cents
  }, 0)
}

function checkCreated(
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
  const field = (statement: StatementId, name: string, what: string, holds: boolean): boolean =>
    checks.that(statement, holds, () => ({
      expected: `${name} to be ${what}`,
      seen: showField(name, batch[name]),
      why: `a batch of ${items.length} items was created`,
    }))
  field('RESOURCES-88', 'id', 'a text', id !== undefined)
  const twin = memory.batches.find((each) => each.id === id)
  checks.that('RESOURCES-88', twin === undefined, () => ({
    expected: 'a unique id',
    seen: `id ${id}`,
    why: `the batch that was created at ${twin?.created} has the same id`,
  }))
  const total = batch['total_cost_cents']
  if (!field('RESOURCES-91', 'total_cost_cents', 'a whole number', Number.isSafeInteger(total))) return
  const left = batch['wallet_balance_after_cents']
  field('RESOURCES-94', 'wallet_balance_after_cents', 'a whole number', Number.isSafeInteger(left))
  if (cost !== undefined) {
    field('RESOURCES-92', 'total_cost_cents', `${cost}, what its items cost together`, total === cost)
  }
}
