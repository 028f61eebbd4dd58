import type { BatchItemRecord, BatchRecord } from '../../accounts/records/batches.ts'
import type { BatchBody, BatchItemBody, BatchStartBody } from '../../bodies/batches.ts'
import { buildParcelBody } from '../parcel-body.ts'
import { itemsPerStep } from './batch-pace.ts'

/** Returns a batch without its items (specification, Batch; choices 43). */
export function buildBatchStartBody(batch: BatchRecord): BatchStartBody {
  return {
    id: batch.id,
    status: batch.status,
    total_cost_cents: batch.totalCostCents,
    wallet_balance_after_cents: batch.balanceAfterCents,
    estimated_completion_percentage: Math.round((1000 * batch.doneCount) / batch.itemCount) / 10,
    estimated_time_remaining_seconds: Math.ceil((batch.itemCount - batch.doneCount) / itemsPerStep),
  }
}

/** Returns a batch with its items (specification, Batch; choices 43). */
export function buildBatchBody(batch: BatchRecord, items: readonly BatchItemRecord[]): BatchBody {
  return { ...buildBatchStartBody(batch), items: items.map(buildBatchItemBody) }
}

function buildBatchItemBody(item: BatchItemRecord): BatchItemBody {
  return {
    from_address: item.from,
    to_address: item.to,
    parcel: buildParcelBody(item.parcel),
    ...(item.rateId !== null && { rate_id: item.rateId }),
    carrier: item.carrier,
    service: item.service,
    rate_cents: item.rateCents,
    status: item.status,
    label_id: item.labelId,
    error: item.error && buildItemErrorBody(item.error),
  }
}

function buildItemErrorBody({
  code,
  message,
  rawCarrierError,
}: NonNullable<BatchItemRecord['error']>): NonNullable<BatchItemBody['error']> {
  return {
    code,
    message,
    ...(rawCarrierError !== undefined && { raw_carrier_error: rawCarrierError }),
  }
}
