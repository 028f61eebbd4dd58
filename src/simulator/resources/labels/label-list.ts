import type { Context } from '../../accounts/context.ts'
import type { LabelRecord } from '../../accounts/records/labels.ts'
import type { ListedLabelBody } from '../../bodies/labels.ts'
import { toTimestampOrNull } from '../../time/timestamp.ts'
import { findScanTime } from '../journeys.ts'
import { buildLabelDetailsBody } from './label-body.ts'
import { findShipmentOfLabel } from './shipments.ts'

/** Returns a label as the control protocol lists it; its `label_url` begins with `baseUrl`. */
export function buildListedLabelBody(
  context: Context,
  label: LabelRecord,
  baseUrl = context.settings.baseUrl(),
): ListedLabelBody {
  return {
    ...buildLabelDetailsBody(baseUrl, { label, shipment: findShipmentOfLabel(context, label) }),
    environment: label.environment,
    shipment_id: label.shipmentId,
    account_type: label.accountType,
    scanned_at: toTimestampOrNull(findScanTime(context, label)),
  }
}
