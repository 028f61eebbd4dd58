import type { Context } from '../../accounts/context.ts'
import type { BatchRecord } from '../../accounts/records/batches.ts'
import type { ListedBatchBody } from '../../bodies/batches.ts'
import { toTimestamp, toTimestampOrNull } from '../../time/timestamp.ts'
import { buildBatchStartBody } from './batch-body.ts'
import { listBatchItems } from './batches.ts'

/** Returns a batch as the control protocol lists it. */
export function buildListedBatchBody(context: Context, batch: BatchRecord): ListedBatchBody {
  return {
    ...buildBatchStartBody(batch),
    environment: batch.environment,
    item_count: batch.itemCount,
    item_counts: readItemProgress(context, batch).counts,
    created_at: toTimestamp(batch.createdAtMs),
    bought_at: toTimestampOrNull(batch.boughtAtMs),
  }
}

/** How many items of a batch have each status, and which items failed. */
interface ItemProgress {
  readonly counts: ListedBatchBody['item_counts']
  /** The indexes of the failed items, from 0. */
  readonly failed: readonly number[]
  /** The price of all items except the failed ones, in cents. The price of a failed item is refunded. */
  readonly priceCents: number
}

/** Caches the progress by record: each step of a batch stores a new record, and a batch may have thousands of items. */
const progressByBatch = new WeakMap<BatchRecord, ItemProgress>()

/** Counts the items of a batch in each status, and lists the failed ones. */
export function readItemProgress(context: Context, batch: BatchRecord): ItemProgress {
  const known = progressByBatch.get(batch)
  if (known !== undefined) return known
  const counts = { pending: 0, purchased: 0, failed: 0 }
  const failed: number[] = []
  let priceCents = batch.totalCostCents
  if (batch.doneCount === 0) counts.pending = batch.itemCount
  else
    for (const [index, { status, rateCents }] of listBatchItems(context, batch).entries()) {
      counts[status] += 1
      if (status !== 'failed') continue
      failed.push(index)
      priceCents -= rateCents
    }
  const progress = { counts, failed, priceCents }
  progressByBatch.set(batch, progress)
  return progress
}
