import { readValuesByPath } from '../../../rules/support/values-by-path.ts'
import { day } from '../../durations.ts'
import type { CallStep } from '../../step.ts'
import type { FaultState } from '../fault-state.ts'
import type { Checks } from '../oracle.ts'
import type { Owner } from '../ownership.ts'
import { type QuotedRates, rateIdsIn } from '../quoted-rates.ts'

/** The known batches of a walk, and the rates that their items may name. */
export interface BatchMemory {
  readonly faultState: FaultState
  readonly batches: readonly Batch[]
  readonly rates: QuotedRates
  /** Rates that were bought, alone or in a batch. The specification does not say whether they can be bought again. */
  readonly used: readonly string[]
}

export type Plain = Readonly<Record<string, unknown>>

/** Records that the rates of these batch items were bought. */
export function withUsedRates(memory: BatchMemory, items: readonly unknown[]): BatchMemory {
  const ids = rateIdsIn(items).filter((id) => !memory.used.includes(id))
  return ids.length === 0 ? memory : { ...memory, used: [...new Set([...memory.used, ...ids])].sort() }
}

/** The state of a batch, as far as the steps of a walk have shown it. */
export interface Batch extends Owner {
  readonly id: string
  /** The step of the walk that created the batch. */
  readonly created: string
  readonly items: readonly unknown[]
  readonly cost: number | undefined
  /** The wallet balance in the response that created the batch; undefined in the sandbox, whose wallet is unlimited. */
  readonly left: number | undefined
  /** The step of the walk that bought the batch; undefined if none did. */
  readonly bought: string | undefined
  readonly boughtAtMs: number
  /** The progress that the last reading of the batch showed. */
  readonly shown: Progress | undefined
  /** The step, since the last reading of the batch, in which the service refused to buy the batch again. */
  readonly refused: string | undefined
  /** The step in which the service accepted a second purchase of the batch, at the same instant as the first purchase. */
  readonly doubled: string | undefined
}

/** The progress of a batch that one reading showed. */
interface Progress {
  readonly at: string
  readonly atMs: number
  readonly percent: number | undefined
  readonly isBought: boolean
}

/** Describes when a batch was created or bought, as the reason for an expectation. */
export const describeBatchHistory = ({ id, created, bought }: Batch): string =>
  bought === undefined ? `${id} was created at ${created} and never bought` : `${id} was bought at ${bought}`

interface Read {
  readonly batch: Batch
  readonly step: CallStep
}

/** Returns the progress in a reading of a batch. */
export function readProgress(read: Plain, { batch, step }: Read): Progress {
  const reported = read['estimated_completion_percentage']
  return {
    at: step.id,
    atMs: step.atMs,
    percent: typeof reported === 'number' ? reported : undefined,
    isBought: batch.bought !== undefined,
  }
}

/** Matches words that say that a batch is finished. The specification names no field for this. */
const finishedWords = /complete|done|finish|success|succeed|processed/i
/** How many percentage points the progress may fall between two readings, as the service only estimates it. */
const slip = 10

/** Checks that a reading of a batch agrees with its creation, and that its progress begins with the purchase. */
export function checkProgress(checks: Checks, { batch, read, step }: Read & { readonly read: Plain }): void {
  checkFieldsMatchCreation(checks, batch, read)
  const percent = read['estimated_completion_percentage']
  const left = read['estimated_time_remaining_seconds']
  const why = describeBatchHistory(batch)
  if (percent !== undefined && percent !== null) {
    const holds = typeof percent === 'number' && percent >= 0 && percent <= 100
    checks.field('RESOURCES-96', ['estimated_completion_percentage', percent], holds, 'from 0 to 100', why)
  }
  if (left !== undefined && left !== null) {
    const holds = typeof left === 'number' && left >= 0
    checks.field('RESOURCES-98', ['estimated_time_remaining_seconds', left], holds, 'of 0 or more', why)
  }
  if (batch.bought !== undefined && step.atMs === batch.boughtAtMs)
    checkProgressFields(checks, { batch, read, why })
  if (typeof percent === 'number' && batch.doubled !== undefined && step.atMs === batch.boughtAtMs) {
    // A service that finishes batches at once may accept a second purchase, and then shows 100 % here.
    checks.that('STATES-23', percent >= 100, () => ({
      expected: `422 BATCH.ALREADY_PROCESSING at ${batch.doubled}`,
      seen: `a second purchase was accepted, although the batch is only ${percent} % done`,
      why,
    }))
  }
  if (typeof percent === 'number') checkPercentage(checks, { batch, step, percent, why })
}

/** Checks that the service reports the progress of a batch in processing. A finished batch may lack the fields of the progress. */
function checkProgressFields(
  checks: Checks,
  { read, why }: { readonly batch: Batch; readonly read: Plain; readonly why: string },
): void {
  const hasNumber = (name: string): boolean => typeof read[name] === 'number'
  const isReported =
    hasNumber('estimated_completion_percentage') && hasNumber('estimated_time_remaining_seconds')
  const isDone = [...readValuesByPath(read)].some(([place, value]) =>
    typeof value === 'string'
      ? finishedWords.test(value) || finishedWords.test(place.split('.').at(-1) ?? '')
      : value === true && finishedWords.test(place),
  )
  if (isDone && !isReported) return
  checks.that('ENDPOINTS-95', isReported, () => ({
    expected: 'estimated_completion_percentage and estimated_time_remaining_seconds',
    seen: `a batch with ${Object.keys(read).join(', ')}`,
    why: `${why}, at the same instant`,
  }))
}

/** Checks that a batch's progress begins with the purchase and never falls. */
function checkPercentage(
  checks: Checks,
  by: { readonly batch: Batch; readonly step: CallStep; readonly percent: number; readonly why: string },
): void {
  const { batch, step, percent, why } = by
  const { shown } = batch
  const reported = { seen: `estimated_completion_percentage ${percent}` }
  if (shown?.percent !== undefined) {
    const { percent: before, at } = shown
    if (batch.bought === undefined) {
      checks.that('ENDPOINTS-90', percent <= before + slip, () => ({
        expected: `about ${before} %, as at ${at}: processing starts with the purchase`,
        ...reported,
        why,
      }))
    } else if (shown.isBought) {
      checks.that('RESOURCES-97', percent >= before - slip, () => ({
        expected: `at least ${before} %, as at ${at}: progress never falls`,
        ...reported,
        why,
      }))
      if (batch.refused !== undefined && step.atMs === shown.atMs) {
        checks.that('STATES-24', percent <= before + slip, () => ({
          expected: `about ${before} %, as at ${at}`,
          ...reported,
          why: `${why}; a second purchase was refused at ${batch.refused}, and the clock has not moved`,
        }))
      }
    }
  }
  if (batch.bought === undefined || step.atMs - batch.boughtAtMs < day) return
  checks.that('STATES-22', percent > 0, () => ({
    expected: 'some progress',
    ...reported,
    why: `${why}, a day or more before`,
  }))
}

/** Checks that the fields in a reading of a batch equal those in the response to its creation. */
function checkFieldsMatchCreation(
  checks: Checks,
  { id, created, cost, left, items }: Batch,
  read: Plain,
): void {
  const why = `the batch had the expected value when it was created at ${created}`
  if (read['id'] !== undefined) {
    checks.field('RESOURCES-88', ['id', read['id']], read['id'] === id, id, 'the request named this id')
  }
  const total = read['total_cost_cents']
  if (total !== undefined && cost !== undefined) {
    checks.field('RESOURCES-92', ['total_cost_cents', total], total === cost, cost, why)
  }
  const balance = read['wallet_balance_after_cents']
  // The specification does not say whether a reading of a batch shows the balance, so it may be missing.
  if (left !== undefined && balance !== undefined && balance !== null) {
    const expected = `${left}, the balance after its cost`
    checks.field('RESOURCES-95', ['wallet_balance_after_cents', balance], balance === left, expected, why)
  }
  const shown = read['items']
  if (!Array.isArray(shown)) return
  const [given, reported] = [rateIdsIn(items).toSorted(), rateIdsIn(shown).toSorted()]
  if (given.length < items.length || reported.length < shown.length) return
  // The specification does not say how many items a reading of a batch shows. Each shown item must belong to this batch.
  const foreign = reported.find((rate) => countOccurrences(reported, rate) > countOccurrences(given, rate))
  const isWhole = shown.length !== items.length || given.join() === reported.join()
  checks.that('RESOURCES-102', foreign === undefined && isWhole, () => ({
    expected: `items of the rates ${given.join(', ')}`,
    seen: `items of the rates ${reported.join(', ')}`,
    why,
  }))
}

const countOccurrences = (list: readonly string[], item: string): number =>
  list.filter((each) => each === item).length
