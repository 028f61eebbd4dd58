import type { Context } from '../accounts/context.ts'
import type { LabelRecord } from '../accounts/records/labels.ts'
import type { AccountType, Environment } from '../specification/model.ts'
import { toTimestampOrNull } from '../time/timestamp.ts'
import { scannedAtMs } from './journeys.ts'
import { type LabelDetailsBody, showLabelDetails } from './label-body.ts'
import { shipmentOf } from './shipments.ts'

/** A label as the control protocol lists it: as the service shows it, with what a dashboard wants beside it. */
export interface ListedLabelBody extends LabelDetailsBody {
  readonly environment: Environment
  readonly shipment_id: string
  readonly account_type: AccountType
  /** When the carrier first had the package in its hands: from then on a void is too late. */
  readonly scanned_at: string | null
}

export function showListedLabel(context: Context, label: LabelRecord): ListedLabelBody {
  return {
    ...showLabelDetails(context, { label, shipment: shipmentOf(context, label) }),
    environment: label.environment,
    shipment_id: label.shipmentId,
    account_type: label.accountType,
    scanned_at: toTimestampOrNull(scannedAtMs(context, label)),
  }
}
