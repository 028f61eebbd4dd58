import type { Context } from '../../simulator/accounts/context.ts'
import { parse } from '../../simulator/requests/parse.ts'
import { showListedBatch } from '../../simulator/resources/batch-list.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import { showListedLabel } from '../../simulator/resources/label-list.ts'
import { newestFirst } from '../../simulator/resources/newest.ts'
import { showShipment } from '../../simulator/resources/shipments.ts'
import { showListedTracker } from '../../simulator/resources/tracker-list.ts'
import type { Environment } from '../../simulator/specification/model.ts'
import { listChoice } from './fields.ts'
import { listBody } from './list-body.ts'
import { accountRoute, type ControlRequest, type ControlRoute } from './route.ts'

/** As many as are shown where nobody says how many. */
const usualCount = 100

/** Lists of what an account has, newest first: but for shipments, an addition to the protocol of our own. */
export const listRoutes: readonly ControlRoute[] = [
  listRoute('labels', async (context, environment) => {
    await loadContacts()
    return shown(context, newestFirst(context.state.labels, environment), showListedLabel)
  }),
  listRoute('trackers', (context, environment) =>
    shown(context, newestFirst(context.state.trackers, environment), showListedTracker),
  ),
  listRoute('batches', (context, environment) =>
    shown(context, newestFirst(context.state.batches, environment), showListedBatch),
  ),
  listRoute(
    'shipments',
    (context, environment) => shown(context, newestFirst(context.state.shipments, environment), showShipment),
    { usualCount: undefined },
  ),
]

type Rows = Iterable<unknown>

function listRoute(
  name: string,
  list: (context: Context, environment: Environment | undefined) => Rows | Promise<Rows>,
  otherwise: { readonly usualCount: number | undefined } = { usualCount },
): ControlRoute {
  const run = async (context: Context, { query }: ControlRequest) => {
    const { environment, limit = otherwise.usualCount } = parse(listChoice, {
      environment: query('environment'),
      limit: query('limit'),
    })
    return { status: 200, body: listBody(name, await list(context, environment), limit) }
  }
  return { ...accountRoute('GET', `/${name}`, run), query: Object.keys(listChoice.shape) }
}

function* shown<T>(
  context: Context,
  records: Iterable<T>,
  body: (context: Context, record: T) => unknown,
): Generator<unknown> {
  for (const record of records) yield body(context, record)
}
