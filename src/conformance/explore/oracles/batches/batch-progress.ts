import { isObject } from '../../../http/fields.ts'
import { showField } from '../../../http/show.ts'
import { placesIn } from '../../../rules/support/places.ts'
import { integerIn, listIn, textIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import type { FaultState } from '../fault-state.ts'
import type { Checks } from '../oracle.ts'
import { type Owner, ownerOf } from '../ownership.ts'

/** The known batches, and the rates that their items may name. */
export interface BatchMemory {
  readonly faultState: FaultState
  readonly batches: readonly Batch[]
  /** When each rate was quoted, and for which client. */
  readonly rates: Readonly<Record<string, GivenRate>>
}

export interface GivenRate extends Owner {
  readonly atMs: number
  readonly cents: number | undefined
  /** Bought, alone or in a batch. The specification does not say whether it can be bought again. */
  readonly isUsed: boolean
}

/** Adds the rates of a quote. */
export function withRates(memory: BatchMemory, step: CallStep): BatchMemory {
  const given = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, GivenRate][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    return id === undefined ? [] : [[id, { ...ownerOf(step), atMs: step.atMs, cents, isUsed: false }]]
  })
  return given.length === 0 ? memory : { ...memory, rates: { ...Object.fromEntries(given), ...memory.rates } }
}

export type Plain = Readonly<Record<string, unknown>>

/** Lists the rates that items name. */
export const rateIdsOf = (items: readonly unknown[]): readonly string[] =>
  items.flatMap((item) => (isObject(item) ? (textIn(item, 'rate_id') ?? []) : []))

/** Marks the rates of these items as used. */
export function withUsed(memory: BatchMemory, items: readonly Plain[]): BatchMemory {
  const used: Record<string, GivenRate> = {}
  for (const id of rateIdsOf(items)) {
    const rate = memory.rates[id]
    if (rate !== undefined && !rate.isUsed) used[id] = { ...rate, isUsed: true }
  }
  return Object.keys(used).length === 0 ? memory : { ...memory, rates: { ...memory.rates, ...used } }
}

/** Returns the items of a request; undefined if it has no list of them. */
export function itemsOf({ body }: CallStep): readonly unknown[] | undefined {
  const items = isObject(body) ? body['items'] : undefined
  return Array.isArray(items) ? items : undefined
}

/** The state of a batch as the steps so far show it. */
export interface Batch extends Owner {
  readonly id: string
  /** The step that created it. */
  readonly created: string
  readonly items: readonly unknown[]
  readonly cost: number | undefined
  /** The balance in the response to its creation; undefined in the sandbox, whose wallet is unlimited. */
  readonly left: number | undefined
  /** The step that bought it; undefined until then. */
  readonly bought: string | undefined
  readonly boughtAtMs: number
  /** The last reading. */
  readonly shown: Progress | undefined
  /** The step after the last reading that tried to buy it and was refused. */
  readonly refused: string | undefined
  /** The step that bought it again at the same instant and was accepted. */
  readonly doubled: string | undefined
}

/** The progress of a batch in one reading. */
interface Progress {
  readonly at: string
  readonly atMs: number
  readonly percent: number | undefined
  readonly isBought: boolean
}

interface Read {
  readonly batch: Batch
  readonly step: CallStep
}

export function progressIn(read: Plain, { batch, step }: Read): Progress {
  const reported = read['estimated_completion_percentage']
  return {
    at: step.id,
    atMs: step.atMs,
    percent: typeof reported === 'number' ? reported : undefined,
    isBought: batch.bought !== undefined,
  }
}

const finishedWords = /complete|done|finish|success|succeed|processed/i
const dayMs = 86_400_000
/** Each reading estimates anew, so the percentage may fall a little. */
const slip = 10

/** Checks that a batch reads as it was created, and that its progress starts with the purchase. */
export function checkProgress(checks: Checks, { batch, read, step }: Read & { readonly read: Plain }): void {
  checkIdentity(checks, batch, read)
  const percent = read['estimated_completion_percentage']
  const left = read['estimated_time_remaining_seconds']
  const why =
    batch.bought === undefined
      ? `${batch.id} was created at ${batch.created} and not bought`
      : `${batch.id} was bought at ${batch.bought}`
  if (percent !== undefined && percent !== null) {
    const holds = typeof percent === 'number' && percent >= 0 && percent <= 100
    checks.that('RESOURCES-96', holds, () => ({
      expected: 'estimated_completion_percentage from 0 to 100',
      seen: showField('estimated_completion_percentage', percent),
      why,
    }))
  }
  if (left !== undefined && left !== null) {
    checks.that('RESOURCES-98', typeof left === 'number' && left >= 0, () => ({
      expected: 'estimated_time_remaining_seconds of 0 or more',
      seen: showField('estimated_time_remaining_seconds', left),
      why,
    }))
  }
  if (batch.bought !== undefined && step.atMs === batch.boughtAtMs)
    checkReported(checks, { batch, read, why })
  if (typeof percent === 'number' && batch.doubled !== undefined && step.atMs === batch.boughtAtMs) {
    // If processing took no time, the batch would be finished again by now.
    checks.that('STATES-23', percent >= 100, () => ({
      expected: `422 BATCH.ALREADY_PROCESSING at ${batch.doubled}`,
      seen: `another purchase accepted, of a batch that is ${percent} % done at the same instant`,
      why,
    }))
  }
  if (typeof percent === 'number') checkCourse(checks, { batch, step, percent, why })
}

/** Checks that a batch in processing reports its progress. A finished one need not. */
function checkReported(
  checks: Checks,
  { read, why }: { readonly batch: Batch; readonly read: Plain; readonly why: string },
): void {
  const isThere = (name: string): boolean => typeof read[name] === 'number'
  const isReported = isThere('estimated_completion_percentage') && isThere('estimated_time_remaining_seconds')
  const isDone = [...placesIn(read)].some(([place, value]) =>
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

/** Checks that progress starts with the purchase and never falls. */
function checkCourse(
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
          why: `${why}; another purchase was refused at ${batch.refused}, and the clock has not moved`,
        }))
      }
    }
  }
  if (batch.bought === undefined || step.atMs - batch.boughtAtMs < dayMs) return
  checks.that('STATES-22', percent > 0, () => ({
    expected: 'some progress',
    ...reported,
    why: `${why}, a day or more before`,
  }))
}

/** Checks that the fields that a reading shows equal those of the creation. */
function checkIdentity(checks: Checks, { id, created, cost, left, items }: Batch, read: Plain): void {
  const why = `the batch was created so at ${created}`
  if (read['id'] !== undefined) {
    checks.that('RESOURCES-88', read['id'] === id, () => {
      return {
        expected: `id ${id}`,
        seen: showField('id', read['id']),
        why: 'the request named this id',
      }
    })
  }
  const total = read['total_cost_cents']
  if (total !== undefined && cost !== undefined) {
    checks.that('RESOURCES-92', total === cost, () => {
      return { expected: `total_cost_cents ${cost}`, seen: showField('total_cost_cents', total), why }
    })
  }
  const balance = read['wallet_balance_after_cents']
  // The specification does not say whether a reading shows the balance.
  if (left !== undefined && balance !== undefined && balance !== null) {
    checks.that('RESOURCES-95', balance === left, () => {
      const seen = showField('wallet_balance_after_cents', balance)
      return { expected: `wallet_balance_after_cents ${left}, the balance after its cost`, seen, why }
    })
  }
  const shown = read['items']
  if (!Array.isArray(shown)) return
  const [given, reported] = [rateIdsOf(items).toSorted(), rateIdsOf(shown).toSorted()]
  if (given.length < items.length || reported.length < shown.length) return
  // The specification does not say how many items or fields a reading shows. It may show no other batch's items.
  const foreign = reported.find((rate) => countOf(reported, rate) > countOf(given, rate))
  const isWhole = shown.length !== items.length || given.join() === reported.join()
  checks.that('RESOURCES-102', foreign === undefined && isWhole, () => {
    return {
      expected: `items of the rates ${given.join(', ')}`,
      seen: `items of the rates ${reported.join(', ')}`,
      why,
    }
  })
}

const countOf = (list: readonly string[], one: string): number => list.filter((each) => each === one).length
