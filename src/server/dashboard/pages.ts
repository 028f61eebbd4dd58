import { batch } from './batch.tsx'
import { batches } from './batches.tsx'
import { carriers } from './carriers.tsx'
import { keys } from './keys.tsx'
import { overview } from './overview.tsx'
import type { DashboardPage } from './page.ts'
import { request } from './request.tsx'
import { requests } from './requests.tsx'
import { shipment } from './shipment.tsx'
import { shipments } from './shipments.tsx'
import { time } from './time.tsx'
import { tracker } from './tracker.tsx'
import { tracking } from './tracking.tsx'
import { wallet } from './wallet.tsx'
import { webhook } from './webhook.tsx'
import { webhooks } from './webhooks.tsx'

/** All pages below an account. The navigation has those with a shortcut, in this order. */
export const dashboardPages: readonly DashboardPage[] = [
  overview,
  requests,
  request,
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
]
