import type { Context } from '../../simulator/accounts/context.ts'
import type { StreamEventName } from '../../simulator/bodies/control/stream.ts'
import { buildFaultBody } from '../../simulator/faults/fault-body.ts'
import { buildListedBatchBody } from '../../simulator/resources/batches/batch-list.ts'
import { buildListedLabelBody } from '../../simulator/resources/labels/label-list.ts'
import { buildListedTrackerBody } from '../../simulator/resources/tracker-list.ts'
import { buildLiveWalletBody } from '../../simulator/resources/wallet.ts'
import { buildClockBody } from '../../simulator/time/clock-moves.ts'
import { showDeliveryInFull } from '../control/show-delivery.ts'

interface Shown {
  readonly event: StreamEventName
  /** Returns the record as a list of the control protocol shows it; undefined if the record no longer exists. */
  show(context: Context, id: string): unknown
}

/** The collections whose changes the event stream sends, each with the name of its events. */
const shownRecords: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  ['clock', { event: 'clock', show: (context) => buildClockBody(context) }],
  ['wallet', { event: 'wallet', show: (context) => buildLiveWalletBody(context) }],
  ['faults', { event: 'fault', show: ({ state }, id) => showRecord(state.faults.get(id), buildFaultBody) }],
  [
    'deliveries',
    { event: 'delivery', show: ({ state }, id) => showRecord(state.deliveries.get(id), showDeliveryInFull) },
  ],
  [
    'labels',
    {
      event: 'label',
      show: (context, id) =>
        showRecord(context.state.labels.get(id), (label) => buildListedLabelBody(context, label)),
    },
  ],
  [
    'trackers',
    {
      event: 'tracker',
      show: (context, id) =>
        showRecord(context.state.trackers.get(id), (tracker) => buildListedTrackerBody(context, tracker)),
    },
  ],
  [
    'batches',
    {
      event: 'batch',
      show: (context, id) =>
        showRecord(context.state.batches.get(id), (batch) => buildListedBatchBody(context, batch)),
    },
  ],
])

/** Whether the event stream sends changes in a collection. */
export function isPublishedCollection(collection: string): boolean {
  return shownRecords.has(collection)
}

/** Returns the event for a changed record, with its current state; undefined if its collection is not published. */
export function createChangeEvent(
  context: Context,
  collection: string,
  id: string,
): { readonly event: StreamEventName; readonly data: unknown } | undefined {
  const kind = shownRecords.get(collection)
  return kind && { event: kind.event, data: kind.show(context, id) ?? { id, deleted: true } }
}

function showRecord<Record, Body>(
  record: Record | undefined,
  show: (record: Record) => Body,
): Body | undefined {
  return record === undefined ? undefined : show(record)
}
