import type { Context } from '../accounts/context.ts'
import type { BatchRecord } from '../accounts/records/batches.ts'
import type { ListedBatchBody } from '../bodies/batches.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'
import { showBatchStart } from './batch-body.ts'
import { itemsOf } from './batches.ts'

/** A batch as the control protocol lists it. */
export function showListedBatch(context: Context, batch: BatchRecord): ListedBatchBody {
  return {
    ...showBatchStart(batch),
    environment: batch.environment,
    item_count: batch.itemCount,
    item_counts: countsOf(context, batch),
    created_at: toTimestamp(batch.createdAtMs),
    bought_at: toTimestampOrNull(batch.boughtAtMs),
  }
}

/** Counted once per step of a batch, as each step stores a new record: a batch may have thousands of items. */
const counted = new WeakMap<BatchRecord, ListedBatchBody['item_counts']>()

function countsOf(context: Context, batch: BatchRecord): ListedBatchBody['item_counts'] {
  const known = counted.get(batch)
  if (known !== undefined) return known
  const counts = { pending: 0, purchased: 0, failed: 0 }
  if (batch.doneCount === 0) counts.pending = batch.itemCount
  else for (const { status } of itemsOf(context, batch)) counts[status] += 1
  counted.set(batch, counts)
  return counts
}
