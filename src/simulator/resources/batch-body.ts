import type { BatchItemRecord, BatchRecord } from '../accounts/records/batches.ts'
import type { Address, CarrierName } from '../specification/model.ts'
import { itemsPerStep } from './batch-pace.ts'
import { type ParcelBody, showParcel } from './parcel-body.ts'

export interface BatchStartBody {
  readonly id: string
  readonly status: BatchRecord['status']
  readonly total_cost_cents: number
  readonly wallet_balance_after_cents: number
  readonly estimated_completion_percentage: number
  readonly estimated_time_remaining_seconds: number
}

export type BatchBody = BatchStartBody & { readonly items: readonly BatchItemBody[] }

export interface BatchItemBody {
  readonly from_address: Address
  readonly to_address: Address
  readonly parcel: ParcelBody
  readonly rate_id?: string
  readonly carrier: CarrierName
  readonly service: string
  readonly rate_cents: number
  readonly status: BatchItemRecord['status']
  readonly label_id: string | null
  readonly error: BatchItemRecord['error']
}

/** What a batch says of itself without its items (specification, Batch; choices 43). */
export function showBatchStart(batch: BatchRecord): BatchStartBody {
  return {
    id: batch.id,
    status: batch.status,
    total_cost_cents: batch.totalCostCents,
    wallet_balance_after_cents: batch.balanceAfterCents,
    estimated_completion_percentage: Math.round((1000 * batch.doneCount) / batch.itemCount) / 10,
    estimated_time_remaining_seconds: Math.ceil((batch.itemCount - batch.doneCount) / itemsPerStep),
  }
}

export function showBatch(batch: BatchRecord, items: readonly BatchItemRecord[]): BatchBody {
  return { ...showBatchStart(batch), items: items.map(showItem) }
}

function showItem(item: BatchItemRecord): BatchItemBody {
  return {
    from_address: item.from,
    to_address: item.to,
    parcel: showParcel(item.parcel),
    ...(item.rateId !== null && { rate_id: item.rateId }),
    carrier: item.carrier,
    service: item.service,
    rate_cents: item.rateCents,
    status: item.status,
    label_id: item.labelId,
    error: item.error,
  }
}
