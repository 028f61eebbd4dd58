import { buy } from './buy/buy.tsx'
import { copy } from './copying/copy.tsx'
import { carriers } from './faults/carriers.tsx'
import { keys } from './keys/keys.tsx'
import { wallet } from './money/wallet.tsx'
import { overview } from './overview.tsx'
import type { DashboardPage } from './page.ts'
import { tracker } from './parcels/tracker.tsx'
import { tracking } from './parcels/tracking.tsx'
import { request } from './requests/request.tsx'
import { requests } from './requests/requests.tsx'
import { review } from './review/review.tsx'
import { batch } from './shipments/batch.tsx'
import { batches } from './shipments/batches.tsx'
import { shipment } from './shipments/shipment.tsx'
import { shipments } from './shipments/shipments.tsx'
import { time } from './time/time.tsx'
import { webhook } from './webhooks/webhook.tsx'
import { webhooks } from './webhooks/webhooks.tsx'
import { worlds } from './worlds/worlds.tsx'

/** All pages of an account. The navigation lists the pages that have a shortcut, in this order. */
export const dashboardPages: readonly DashboardPage[] = [
  overview,
  buy,
  requests,
  request,
  copy,
  review,
  carriers,
  time,
  shipments,
  shipment,
  tracking,
  tracker,
  batches,
  batch,
  webhooks,
  webhook,
  wallet,
  keys,
  worlds,
]
