import type { Context } from '../../simulator/accounts/context.ts'
import { showListedBatch } from '../../simulator/resources/batch-list.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import { showListedLabel } from '../../simulator/resources/label-list.ts'
import { newestFirst } from '../../simulator/resources/newest.ts'
import { showShipment } from '../../simulator/resources/shipments.ts'
import { showListedTracker } from '../../simulator/resources/tracker-list.ts'
import { listChoice } from './fields.ts'
import { listBody } from './list-body.ts'
import { type ControlRoute, queryRoute } from './route.ts'

/** The default length of a list. */
const usualCount = 100

/** Lists of an account's records, newest first. Except for shipments, they are Drydock's addition to the protocol. */
export const listRoutes: readonly ControlRoute[] = [
  queryRoute('/labels', listChoice, async (context, { environment, limit = usualCount }) => {
    await loadContacts()
    const rows = shown(context, newestFirst(context.state.labels, environment), showListedLabel)
    return { status: 200, body: listBody('labels', rows, limit) }
  }),
  queryRoute('/trackers', listChoice, (context, { environment, limit = usualCount }) => {
    const rows = shown(context, newestFirst(context.state.trackers, environment), showListedTracker)
    return { status: 200, body: listBody('trackers', rows, limit) }
  }),
  queryRoute('/batches', listChoice, (context, { environment, limit = usualCount }) => {
    const rows = shown(context, newestFirst(context.state.batches, environment), showListedBatch)
    return { status: 200, body: listBody('batches', rows, limit) }
  }),
  queryRoute('/shipments', listChoice, (context, { environment, limit }) => {
    const rows = shown(context, newestFirst(context.state.shipments, environment), showShipment)
    return { status: 200, body: listBody('shipments', rows, limit) }
  }),
]

function* shown<Record, Body>(
  context: Context,
  records: Iterable<Record>,
  body: (context: Context, record: Record) => Body,
): Generator<Body> {
  for (const record of records) yield body(context, record)
}
