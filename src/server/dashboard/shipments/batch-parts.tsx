import type { Context } from '../../../simulator/accounts/context.ts'
import type { BatchRecord } from '../../../simulator/accounts/records/batches.ts'
import { readItemProgress } from '../../../simulator/resources/batches/batch-list.ts'
import { Badge, type Tone } from '../../pages/components/badge.tsx'
import { countText } from '../money/money.ts'

const tones: Readonly<Record<BatchRecord['status'], Tone>> = {
  created: 'plain',
  processing: 'note',
  completed: 'good',
}

/** Shows whether a batch is waiting for its purchase, in progress or finished. */
export function BatchBadge({ batch }: { readonly batch: BatchRecord }) {
  return <Badge tone={tones[batch.status]}>{batch.status}</Badge>
}

/** Shows the progress of a batch as a bar and in words. */
export function ItemProgress({ context, batch }: { readonly context: Context; readonly batch: BatchRecord }) {
  const { id, doneCount, itemCount } = batch
  const { failed } = readItemProgress(context, batch)
  const of = `${countText(doneCount)} of ${countText(itemCount)}`
  return (
    <div class="progress">
      <progress value={doneCount} max={itemCount} aria-label={`Progress of batch ${id}`} />
      <span>
        {of}
        {failed.length === 0 ? '' : `, ${countText(failed.length)} failed`}
      </span>
    </div>
  )
}
