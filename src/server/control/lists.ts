import type { Collection } from '../../simulator/accounts/collection.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { LabelRecord } from '../../simulator/accounts/records/labels.ts'
import { showListedBatch } from '../../simulator/resources/batches/batch-list.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import { showListedLabel } from '../../simulator/resources/labels/label-list.ts'
import { showShipment } from '../../simulator/resources/labels/shipments.ts'
import { iterateNewestFirst } from '../../simulator/resources/newest.ts'
import { showListedTracker } from '../../simulator/resources/tracker-list.ts'
import type { Environment } from '../../simulator/specification/model.ts'
import { listChoice } from './fields.ts'
import { createListBody } from './list-body.ts'
import { type ControlRoute, defineQueryRoute } from './route.ts'

/** The maximum number of rows of a list if the request sets no limit. */
const usualCount = 100

/**
 * Lists of an account's records, newest first. All of these calls except the list of shipments are Drydock's addition to
 * the protocol.
 */
export const listRoutes: readonly ControlRoute[] = [
  defineQueryRoute(
    '/labels',
    listChoice,
    async (context, { environment, limit = usualCount }, { urlAskedAt }) => {
      await loadContacts()
      const showLabel = (_: Context, label: LabelRecord) => showListedLabel(context, label, urlAskedAt)
      const rows = showRecords(context, { records: context.state.labels, environment, show: showLabel })
      return { status: 200, body: createListBody('labels', rows, limit) }
    },
  ),
  defineQueryRoute('/trackers', listChoice, (context, { environment, limit = usualCount }) => {
    const rows = showRecords(context, {
      records: context.state.trackers,
      environment,
      show: showListedTracker,
    })
    return { status: 200, body: createListBody('trackers', rows, limit) }
  }),
  defineQueryRoute('/batches', listChoice, (context, { environment, limit = usualCount }) => {
    const rows = showRecords(context, { records: context.state.batches, environment, show: showListedBatch })
    return { status: 200, body: createListBody('batches', rows, limit) }
  }),
  defineQueryRoute('/shipments', listChoice, (context, { environment, limit }) => {
    const rows = showRecords(context, { records: context.state.shipments, environment, show: showShipment })
    return { status: 200, body: createListBody('shipments', rows, limit) }
  }),
]

/** Yields the body of each record of one environment, and undefined for each record of the other environment. */
function* showRecords<Kept extends { readonly environment: Environment }, Body>(
  context: Context,
  {
    records,
    environment,
    show,
  }: {
    readonly records: Pick<Collection<Kept>, 'keys' | 'get'>
    readonly environment: Environment | undefined
    readonly show: (context: Context, record: Kept) => Body
  },
): Generator<Body | undefined> {
  for (const record of iterateNewestFirst(records))
    yield environment === undefined || record.environment === environment ? show(context, record) : undefined
}
