import type { Context } from '../../accounts/context.ts'
import type { LabelRecord } from '../../accounts/records/labels.ts'
import type { LabelDrawing } from '../../labels/drawing.ts'
import { findShipmentOfLabel } from './shipments.ts'

/** Returns all data that are printed on a label's PDF. */
export function composeLabelDrawing(context: Context, label: LabelRecord): LabelDrawing {
  const { from, to, parcel } = findShipmentOfLabel(context, label)
  return {
    labelId: label.id,
    carrier: label.carrier,
    service: label.service,
    trackingNumber: label.trackingNumber,
    from,
    to,
    parcel,
    createdAtMs: label.createdAtMs,
    environment: label.environment,
  }
}
