import type { Context } from '../../accounts/context.ts'
import type { BatchItemRecord, BatchRecord } from '../../accounts/records/batches.ts'
import type { BatchBody, BatchStartBody } from '../../bodies/batches.ts'
import { findCarrier, findService } from '../../carriers/carrier.ts'
import { findCarrierFault } from '../../faults/carrier-failure.ts'
import { type Call, requireVisibleResource } from '../../requests/call.ts'
import { refuseField } from '../../requests/json-body.ts'
import { ApiError, fail, isErrorCode } from '../../specification/errors.ts'
import type { Address, CarrierName, Parcel } from '../../specification/model.ts'
import { batchMaxItems } from '../../specification/operations.ts'
import { checkCarrierAccount } from '../carrier-accounts.ts'
import { purchaseLabel } from '../labels/purchase.ts'
import { findValidRate } from '../labels/quoted-rate.ts'
import { readAddressMagic } from '../rates.ts'
import { chargeWallet, readBalanceCents, refundCharge } from '../wallet.ts'
import { buildBatchBody, buildBatchStartBody } from './batch-body.ts'
import { itemsPerStep, stepMs } from './batch-pace.ts'

export interface BatchItemInput {
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  readonly carrier: CarrierName
  readonly service: string
  readonly rateCents: number
  readonly rateId: string | null
}

/** Throws BATCH.ITEMS.REQUIRED for no items and BATCH.SIZE.EXCEEDED for too many (specification, POST /v1/batches). */
export function checkBatchSize(itemCount: number): void {
  if (itemCount === 0) fail('BATCH.ITEMS.REQUIRED')
  if (itemCount > batchMaxItems) fail('BATCH.SIZE.EXCEEDED')
}

/**
 * Creates a batch and charges its full cost at once (specification, POST /v1/batches; choices 41, 42). Throws
 * VALIDATION.FIELD.INVALID, AUTH.KEY.SANDBOX_IN_PRODUCTION or WALLET.*, without changes.
 */
export function createBatch(call: Call, input: { readonly items: readonly BatchItemInput[] }): BatchBody {
  const { context, environment, nowMs } = call
  const { state, random } = context
  // The magic words are read here only to refuse an unknown word with the name of its field. The purchase of the item
  // reads them again.
  input.items.forEach((item, index) => {
    readAddressMagic(context, item, `items[${index}].`)
  })
  const carrierAccountIds = input.items.map((item, index) => checkItemRate(call, item, `items[${index}].`))
  const totalCostCents = input.items.reduce((sum, item) => sum + item.rateCents, 0)
  const id = random.drawId('bat')
  const balanceAfterCents = chargeWallet(context, { environment, priceCents: totalCostCents, reference: id })
  const batch: BatchRecord = {
    id,
    environment,
    status: 'created',
    itemCount: input.items.length,
    doneCount: 0,
    totalCostCents,
    balanceAfterCents,
    createdAtMs: nowMs,
    boughtAtMs: null,
    nextStepAtMs: null,
  }
  state.batches.set(id, batch)
  const items = input.items.map(
    (item, index): BatchItemRecord => ({
      ...item,
      ...carrierAccountIds[index],
      status: 'pending',
      labelId: null,
      error: null,
    }),
  )
  items.forEach((item, index) => {
    state.batchItems.set(joinItemId(id, index), item)
  })
  return buildBatchBody(batch, items)
}

/**
 * Compares a batch item with the rate that it names, if the rate can be bought. Throws AUTH.KEY.SANDBOX_IN_PRODUCTION
 * if a test key names a live rate, VALIDATION.FIELD.INVALID if carrier, service or price differ from the rate (choices
 * 41). Returns the connected carrier account that the rate comes from.
 */
function checkItemRate(
  call: Call,
  item: BatchItemInput,
  at: string,
): Pick<BatchItemRecord, 'carrierAccountId'> {
  const rate = item.rateId === null ? undefined : findValidRate(call, item.rateId)
  if (rate === undefined) return {}
  const { carrier, service, rateCents, carrierAccountId } = rate
  const refuse = (field: string, expected: string | number): never =>
    refuseField(`${at}${field}`, `must be ${expected}, as in the rate ${item.rateId}`)
  if (item.carrier !== carrier.name) refuse('carrier', carrier.name)
  if (findService(carrier, item.service) !== service) refuse('service', service.name)
  if (item.rateCents !== rateCents) refuse('rate_cents', rateCents)
  return carrierAccountId === null ? {} : { carrierAccountId }
}

/**
 * Starts the processing of a batch (specification, POST /v1/batches/{id}/buy; choices 44). Throws BATCH.NOT_FOUND
 * or BATCH.ALREADY_PROCESSING.
 */
export function buyBatch(call: Call, id: string): BatchStartBody {
  const batch = findBatch(call, id)
  if (batch.status !== 'created') fail('BATCH.ALREADY_PROCESSING')
  const nextStepAtMs = call.nowMs + stepMs
  const bought: BatchRecord = {
    ...batch,
    status: 'processing',
    boughtAtMs: call.nowMs,
    nextStepAtMs,
    baseUrl: call.baseUrl(),
  }
  call.context.state.batches.set(id, bought)
  call.context.timeline.schedule({ dueMs: nextStepAtMs, kind: 'batch', id })
  return buildBatchStartBody(bought)
}

/** Returns a batch with its progress (specification, GET /v1/batches/{id}). */
export function getBatch(call: Call, id: string): BatchBody {
  const batch = findBatch(call, id)
  return buildBatchBody(batch, listBatchItems(call.context, batch))
}

/** Makes the labels of one step of a batch. An item that fails is refunded (choices 43). */
export function runBatchStep(context: Context, batch: BatchRecord): void {
  const untilCount = Math.min(batch.doneCount + itemsPerStep, batch.itemCount)
  for (let index = batch.doneCount; index < untilCount; index += 1) {
    const id = joinItemId(batch.id, index)
    const item = context.state.batchItems.get(id)
    if (item?.status === 'pending') context.state.batchItems.set(id, buyBatchItem(context, batch, item))
  }
  const completed = untilCount === batch.itemCount
  const nextStepAtMs = completed ? null : (batch.nextStepAtMs ?? context.clock.now()) + stepMs
  context.state.batches.set(batch.id, {
    ...batch,
    doneCount: untilCount,
    status: completed ? 'completed' : 'processing',
    nextStepAtMs,
  })
  if (nextStepAtMs !== null) context.timeline.schedule({ dueMs: nextStepAtMs, kind: 'batch', id: batch.id })
}

function buyBatchItem(context: Context, batch: BatchRecord, item: BatchItemRecord): BatchItemRecord {
  const { environment } = batch
  const { carrierAccountId = null } = item
  try {
    checkCarrierAccount(context, carrierAccountId)
    const carrier = findCarrier(item.carrier) ?? fail('LABEL.SERVICE.UNAVAILABLE')
    const { label } = purchaseLabel(
      context,
      {
        ...item,
        environment,
        carrier,
        service: findService(carrier, item.service),
        accountType: carrierAccountId === null ? 'platform' : 'byoa',
      },
      {
        baseUrl: batch.baseUrl ?? context.settings.baseUrl(),
        findFailure: () => findCarrierFault(context, carrier.name, 'labels'),
        noteDecision: () => undefined,
        // The wallet paid for the batch when it was created, so the purchase of an item leaves the balance as it is.
        pay: () => readBalanceCents(context, environment),
      },
    )
    return { ...item, status: 'purchased', labelId: label.id }
  } catch (error) {
    if (!(error instanceof ApiError) || !isErrorCode(error.code)) throw error
    refundCharge(context, { environment, priceCents: item.rateCents, reference: batch.id })
    const { code, message, extras } = error
    const raw = extras.raw_carrier_error
    const shown = raw === undefined ? { code, message } : { code, message, rawCarrierError: raw }
    return { ...item, status: 'failed', error: shown }
  }
}

function findBatch(call: Call, id: string): BatchRecord {
  return requireVisibleResource(call, call.context.state.batches.get(id), 'BATCH.NOT_FOUND')
}

/** Returns a batch's items in their order. */
export function listBatchItems(context: Context, batch: BatchRecord): BatchItemRecord[] {
  return Array.from({ length: batch.itemCount }, (_, index) => getBatchItem(context, batch, index))
}

/** Returns one item of a batch, counted from 0. Throws if the batch has no such item. */
export function getBatchItem(context: Context, batch: BatchRecord, index: number): BatchItemRecord {
  const item = context.state.batchItems.get(joinItemId(batch.id, index))
  if (item === undefined) throw new Error(`${batch.id} has no item ${index}`)
  return item
}

function joinItemId(batchId: string, index: number): string {
  return `${batchId}.${index}`
}
