import type { Context } from '../../simulator/context.ts'
import type { Environment } from '../../simulator/model.ts'
import { parse } from '../../simulator/parse.ts'
import { showListedBatch } from '../../simulator/resources/batch-list.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import { showListedLabel } from '../../simulator/resources/label-list.ts'
import { type ListChoice, type Newest, newest } from '../../simulator/resources/newest.ts'
import { showShipment } from '../../simulator/resources/shipments.ts'
import { showListedTracker } from '../../simulator/resources/tracker-list.ts'
import { listChoice } from './fields.ts'
import { accountRoute, type ControlRequest, type ControlRoute } from './route.ts'

/** As many as are shown where nobody says how many. */
const usualCount = 100

/** Lists of what an account has, newest first: but for shipments, an addition to the protocol of our own. */
export const listRoutes: readonly ControlRoute[] = [
  listRoute('labels', async (context, chosen) => {
    await loadContacts()
    return show(context, newest(context.state.labels, chosen), showListedLabel)
  }),
  listRoute('trackers', (context, chosen) =>
    show(context, newest(context.state.trackers, chosen), showListedTracker),
  ),
  listRoute('batches', (context, chosen) =>
    show(context, newest(context.state.batches, chosen), showListedBatch),
  ),
  listRoute(
    'shipments',
    (context, chosen) => show(context, newest(context.state.shipments, chosen), showShipment),
    {
      usualCount: undefined,
    },
  ),
]

interface Shown {
  readonly bodies: readonly unknown[]
  readonly hasMore: boolean
}

function listRoute(
  name: string,
  list: (context: Context, chosen: ListChoice) => Shown | Promise<Shown>,
  otherwise: { readonly usualCount: number | undefined } = { usualCount },
): ControlRoute {
  const run = async (context: Context, { query }: ControlRequest) => {
    const { environment, limit = otherwise.usualCount } = parse(listChoice, {
      environment: query('environment'),
      limit: query('limit'),
    })
    const { bodies, hasMore } = await list(context, { environment, limit })
    // Without a limit nothing is left out, and nothing to be said of it.
    return { status: 200, body: { [name]: bodies, ...(limit !== undefined && { has_more: hasMore }) } }
  }
  return { ...accountRoute('GET', `/${name}`, run), query: Object.keys(listChoice.shape) }
}

function show<T extends { readonly environment: Environment }>(
  context: Context,
  { records, hasMore }: Newest<T>,
  body: (context: Context, record: T) => unknown,
): Shown {
  return { bodies: records.map((record) => body(context, record)), hasMore }
}
