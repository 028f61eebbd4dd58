import packageFile from '../../../package.json' with { type: 'json' }
import { carrierNames } from '../../simulator/specification/model.ts'
import { scriptNames } from '../../simulator/tracking/script.ts'
import { accountRoutes } from './accounts.ts'
import { carrierAccountRoutes } from './carrier-accounts.ts'
import { clockRoutes } from './clock.ts'
import { faultRoutes } from './faults.ts'
import { keyRoutes } from './keys.ts'
import { listRoutes } from './lists.ts'
import { namedSnapshotRoutes } from './named-snapshots.ts'
import { openapiRoute } from './openapi.ts'
import { refusedRequestsRoute } from './refused-requests.ts'
import { requestRoutes } from './requests.ts'
import { reviewRoutes } from './review.ts'
import type { ControlRoute, ResponseTo } from './route.ts'
import { scenarioRoutes } from './scenario.ts'
import { shipmentRoutes } from './shipments.ts'
import { snapshotRoutes } from './snapshots.ts'
import { streamRoute } from './stream.ts'
import { timelineRoute } from './timeline.ts'
import { trackingRoutes } from './tracking.ts'
import { walletRoutes } from './wallet.ts'
import { webhookRoutes } from './webhook.ts'

const capabilities = [
  'accounts',
  'prune',
  'keys',
  'clock',
  'wallet',
  'webhook',
  'faults',
  'scan',
  'tracking',
  'carrier_accounts',
  'shipments',
  'requests',
  'snapshots',
  'named_snapshots',
  'lists',
  'stream',
  'timeline',
  'review',
] as const

const about: ControlRoute = {
  method: 'GET',
  path: '/',
  run: ({ variations }): ResponseTo<'GET /'> => ({
    status: 200,
    body: {
      protocol: '1',
      implementation: { name: 'drydock', version: packageFile.version },
      capabilities,
      tracking_scripts: scriptNames,
      carriers: carrierNames,
      variations,
    },
  }),
}

/** All calls of the control protocol. They are in one list, so that the token check and the tests cover each call. */
export const controlRoutes: readonly ControlRoute[] = [
  about,
  openapiRoute,
  refusedRequestsRoute,
  ...accountRoutes,
  ...keyRoutes,
  ...clockRoutes,
  ...walletRoutes,
  ...webhookRoutes,
  ...faultRoutes,
  ...trackingRoutes,
  ...carrierAccountRoutes,
  ...listRoutes,
  ...shipmentRoutes,
  ...requestRoutes,
  ...reviewRoutes,
  ...snapshotRoutes,
  ...namedSnapshotRoutes,
  ...scenarioRoutes,
  timelineRoute,
  streamRoute,
]
