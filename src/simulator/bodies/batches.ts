import type { ErrorCode } from '../specification/errors.ts'
import type { Address, CarrierName, Environment } from '../specification/model.ts'
import type { ParcelBody } from './shipments.ts'

type BatchItemStatus = 'pending' | 'purchased' | 'failed'

export interface BatchStartBody {
  readonly id: string
  readonly status: 'created' | 'processing' | 'completed'
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
  readonly status: BatchItemStatus
  readonly label_id: string | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
}

/** A batch as the control protocol lists it: how far it has come, without its items. */
export interface ListedBatchBody extends BatchStartBody {
  readonly environment: Environment
  readonly item_count: number
  readonly item_counts: Readonly<Record<BatchItemStatus, number>>
  readonly created_at: string
  /** When its labels began to be bought. */
  readonly bought_at: string | null
}
