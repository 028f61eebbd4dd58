import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { StatementId } from '../../ledger/statement.ts'
import { isObject } from '../../wire/fields.ts'
import type { Judge, Judgement } from '../judge.ts'
import { either, ignored } from '../judgement.ts'
import { integerIn, listIn, resourceIn, succeeded, textIn } from '../reading.ts'
import type { CallStep } from '../step.ts'
import { isOwnedBy, mayAsk, type Owner, ownerOf, refusalOf } from './asking.ts'
import { type Batch, checkProgress, progressIn } from './batch-progress.ts'
import { Checks } from './checks.ts'
import { noTrouble, outcomeOf, type Trouble, troubleAfter } from './trouble.ts'

interface Memory {
  readonly trouble: Trouble
  readonly batches: readonly Batch[]
  /** When each rate was given, and to whom. */
  readonly rates: Readonly<Record<string, GivenRate>>
}

interface GivenRate extends Owner {
  readonly atMs: number
  readonly cents: number | undefined
  /** Bought, singly or in a batch: whether it can be again is not stated. */
  readonly isUsed: boolean
}

const most = constants.batchMaxItems

/** Batches cost what their items do, are bought once, and each goes its own way. */
export const batches: Judge<Memory> = {
  group: 'EXPL-004',
  start: { trouble: noTrouble, batches: [], rates: {} },
  after: (before, step) => {
    const trouble = troubleAfter(before.trouble, step)
    const memory = trouble === before.trouble ? before : { ...before, trouble }
    if (step.kind !== 'call' || step.key.is !== 'good') return ignored(memory)
    switch (step.operation) {
      case 'createRates':
        return ignored(withRates(memory, step))
      case 'buyLabel': {
        const isRefused = outcomeOf(trouble, step) === 'refused'
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

function withRates(memory: Memory, step: CallStep): Memory {
  const given = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, GivenRate][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    return id === undefined ? [] : [[id, { ...ownerOf(step), atMs: step.atMs, cents, isUsed: false }]]
  })
  return given.length === 0 ? memory : { ...memory, rates: { ...Object.fromEntries(given), ...memory.rates } }
}

type Plain = Readonly<Record<string, unknown>>

const rateIdsOf = (items: readonly unknown[]): readonly string[] =>
  items.flatMap((item) => (isObject(item) ? (textIn(item, 'rate_id') ?? []) : []))

function withUsed(memory: Memory, items: readonly Plain[]): Memory {
  const used: Record<string, GivenRate> = {}
  for (const id of rateIdsOf(items)) {
    const rate = memory.rates[id]
    if (rate !== undefined && !rate.isUsed) used[id] = { ...rate, isUsed: true }
  }
  return Object.keys(used).length === 0 ? memory : { ...memory, rates: { ...memory.rates, ...used } }
}

function itemsOf({ body }: CallStep): readonly unknown[] | undefined {
  const items = isObject(body) ? body['items'] : undefined
  return Array.isArray(items) ? items : undefined
}

function afterCreation(memory: Memory, step: CallStep): Judgement<Memory> {
  const items = itemsOf(step)
  const outcome = outcomeOf(memory.trouble, step)
  if (items === undefined || outcome === 'unsure') {
    return ignored(withUsed(memory, (items ?? []).filter(isObject)))
  }
  const checks = new Checks()
  if (mayAsk(step)) checkCount(checks, step, items.length)
  if (outcome === 'refused') {
    if (mayAsk(step)) checkRefusal(checks, { memory, step, items })
    return checks.judgement(memory)
  }
  const next = withUsed(memory, items.filter(isObject))
  const batch = resourceIn(step.answer, 'batch')
  if (batch === undefined) return checks.judgement(next)
  const cost = sumOf(memory, items)
  checkCreated(checks, { memory, batch, items, cost })
  const id = textIn(batch, 'id')
  if (id === undefined) return checks.judgement(next)
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
  return checks.judgement({ ...next, batches: [...next.batches, made] })
}

/** One to 5,000 items, and not otherwise. */
function checkCount(checks: Checks, step: CallStep, count: number): void {
  const code = refusalOf(step)
  if (code === undefined && !succeeded(step.answer)) return
  const seen = code ?? 'a batch'
  const why = `${count} items were sent`
  const isOdd = count === 0 || count > most
  if (count === 0 || code === 'BATCH.ITEMS.REQUIRED') {
    checks.that('ENDPOINTS-85', count === 0 && code === 'BATCH.ITEMS.REQUIRED', () => {
      return { expected: count === 0 ? '422 BATCH.ITEMS.REQUIRED' : 'another answer', seen, why }
    })
  }
  if (count > most || code === 'BATCH.SIZE.EXCEEDED') {
    checks.that('ENDPOINTS-86', count > most && code === 'BATCH.SIZE.EXCEEDED', () => {
      return { expected: count > most ? '422 BATCH.SIZE.EXCEEDED' : 'another answer', seen, why }
    })
  }
  if (!isOdd && code === undefined) checks.that('STATES-18', true, () => ({ expected: '', seen: '', why }))
}

/** A batch of rates that are new and this client's own has nothing to be refused for but money and what they are for. */
function checkRefusal(
  checks: Checks,
  by: { readonly memory: Memory; readonly step: CallStep; readonly items: readonly unknown[] },
): void {
  const { memory, step, items } = by
  const code = refusalOf(step)
  if (code === undefined || items.length === 0 || items.length > most) return
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
    why: `its ${items.length} items have all fields, and are of rates that are new`,
  }))
}

const isFresh = (rate: GivenRate, step: CallStep): boolean => step.atMs - rate.atMs < 14 * 60_000

function sumOf({ rates }: Memory, items: readonly unknown[]): number | undefined {
  return items.reduce<number | undefined>((sum, item) => {
    if (sum === undefined || !isObject(item)) return undefined
    const cents = integerIn(item, 'rate_cents') ?? rates[textIn(item, 'rate_id') ?? '']?.cents
    return cents === undefined ? undefined : sum + cents
  }, 0)
}

function checkCreated(
  checks: Checks,
  by: {
    readonly memory: Memory
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
      seen: `${name} ${JSON.stringify(batch[name]) ?? 'missing'}`,
      why: `a batch of ${items.length} items was created`,
    }))
  field('RESOURCES-88', 'id', 'a text', id !== undefined)
  const twin = memory.batches.find((each) => each.id === id)
  checks.that('RESOURCES-88', twin === undefined, () => ({
    expected: 'an id of its own',
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

function askedOf({ batches: all }: Memory, step: CallStep): Batch | undefined {
  const batch = all.find(({ id }) => id === step.target)
  return batch !== undefined && isOwnedBy(batch, step) && mayAsk(step) ? batch : undefined
}

function changing(memory: Memory, batch: Batch, change: Partial<Batch>): Memory {
  return {
    ...memory,
    batches: memory.batches.map((each) => (each.id === batch.id ? { ...each, ...change } : each)),
  }
}

function afterUnknown(
  memory: Memory,
  step: CallStep,
  statement: 'ENDPOINTS-91' | 'ENDPOINTS-96',
): Judgement<Memory> {
  const { target = '' } = step
  const isKnown = memory.batches.some(({ id }) => id === target)
  // The batch of an answer that was lost is known to nobody.
  if (isKnown || target === '' || !mayAsk(step)) return ignored(memory)
  if (outcomeOf(memory.trouble, step) === 'unsure') return ignored(memory)
  const code = refusalOf(step)
  const checks = new Checks()
  // An id of another form may be refused as that.
  if (succeeded(step.answer) || (code !== undefined && code !== 'VALIDATION.FIELD.INVALID')) {
    checks.that(statement, code === 'BATCH.NOT_FOUND', () => ({
      expected: '404 BATCH.NOT_FOUND',
      seen: code ?? 'a success',
      why: `no batch was ever given the id ${target}`,
    }))
  }
  return checks.judgement(memory)
}

function afterPurchase(memory: Memory, step: CallStep): Judgement<Memory> {
  const batch = askedOf(memory, step)
  const outcome = outcomeOf(memory.trouble, step)
  if (batch === undefined) {
    const own = memory.batches.find(({ id }) => id === step.target)
    return own !== undefined && outcome !== 'refused'
      ? ignored(withStart(memory, own, step))
      : afterUnknown(memory, step, 'ENDPOINTS-91')
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
    checkStart(checks, { batch, step, isControlled: memory.trouble.isControlled, why })
    return checks.judgement(withStart(memory, batch, step))
  }
  if (code === undefined) return ignored(memory)
  const isPaid = !code.startsWith('WALLET.')
  checks.that('ENDPOINTS-87', isPaid, () => {
    return { expected: 'no refusal for want of money: it was paid when it was created', seen: code, why }
  })
  checkRefusedStart(checks, { batch, step, code, isControlled: memory.trouble.isControlled, why })
  return checks.judgement(changing(memory, batch, { refused: step.id }))
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
      return { expected: 'the processing begun', seen: code, why }
    })
    return
  }
  checks.that('ENDPOINTS-91', code !== 'BATCH.NOT_FOUND', () => {
    return { expected: 'the batch known', seen: code, why }
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
    checks.that('STATES-22', true, () => ({ expected: '', seen: '', why }))
    return
  }
  // What is answered once it is done is not stated, nor how long that takes.
  if (!isControlled || !isActive(batch, step)) return
  checks.that('STATES-23', false, () => ({
    expected: '422 BATCH.ALREADY_PROCESSING',
    seen: 'another purchase accepted',
    why: `${why}, was ${batch.shown?.percent} % done at ${batch.shown?.at}, and its clock has stood still since`,
  }))
}

/** It was read since it was bought, was not done, and its clock has stood still since. */
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

function withStart(memory: Memory, batch: Batch, step: CallStep): Memory {
  if (batch.bought === undefined) {
    return changing(memory, batch, { bought: step.id, boughtAtMs: step.atMs })
  }
  // Bought once more after it was done: it may begin again.
  const doubled = step.atMs === batch.boughtAtMs ? step.id : batch.doubled
  return changing(memory, batch, { shown: undefined, doubled })
}

function afterReading(memory: Memory, step: CallStep): Judgement<Memory> {
  const batch = askedOf(memory, step)
  if (batch === undefined) return afterUnknown(memory, step, 'ENDPOINTS-96')
  const outcome = outcomeOf(memory.trouble, step)
  const code = refusalOf(step)
  if (outcome === 'unsure' || (outcome === 'refused' && code === undefined)) return ignored(memory)
  const checks = new Checks()
  checks.that('ENDPOINTS-95', code === undefined, () => ({
    expected: 'the batch',
    seen: code ?? 'another answer',
    why: `${batch.id} was created at ${batch.created} by this client`,
  }))
  const read = resourceIn(step.answer, 'batch')
  if (read === undefined) return checks.judgement(memory)
  checkProgress(checks, { batch, read, step })
  return checks.judgement(
    changing(memory, batch, { shown: progressIn(read, { batch, step }), refused: undefined }),
  )
}
