import type { ShownDelivery } from '../../http/shown-delivery.ts'

/** The title of a delivery: `attempt 2 for lbl_1, POST, 2026-01-02T03:04:05.678Z`. */
export function deliveryTitle({ attempt, label_id, method, received_at }: ShownDelivery): string {
  return `attempt ${attempt} for ${label_id ?? 'no label'}, ${method}, ${received_at}`
}

/** The headers of a delivery as one text. */
export function headerText({ headers }: ShownDelivery, between = ', '): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join(between)
}
