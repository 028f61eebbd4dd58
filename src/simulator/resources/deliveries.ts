import type { Context } from '../accounts/context.ts'
import type { DeliveryRecord } from '../accounts/records/deliveries.ts'
import type { LabelRecord } from '../accounts/records/labels.ts'
import type { DeliveriesBody, DeliveryBody } from '../bodies/deliveries.ts'
import type { Call } from '../requests/call.ts'
import { deliveryLogSize } from '../specification/operations.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'

/**
 * Returns the latest 50 deliveries of the key's environment (specification, GET /v1/webhooks/deliveries;
 * choices 47).
 */
export function listDeliveries(call: Call): DeliveriesBody {
  const recent = call.context.deliveryOrder[call.environment].listLatest(deliveryLogSize)
  return {
    deliveries: recent.flatMap((id) => call.context.state.deliveries.get(id) ?? []).map(buildDeliveryBody),
  }
}

/** Returns the last webhook delivery of a label's event; undefined if there was none, or if it is no longer kept. */
export function findDeliveryOfLabel(
  { state, deliveryOrder }: Context,
  { id, environment }: Pick<LabelRecord, 'id' | 'environment'>,
): DeliveryRecord | undefined {
  const delivery = deliveryOrder[environment].findByLabel(id)
  return delivery === undefined ? undefined : state.deliveries.get(delivery)
}

/** Returns a webhook delivery as the service shows it in the delivery log (choices 47). */
export function buildDeliveryBody(delivery: DeliveryRecord): DeliveryBody {
  const last = delivery.attempts.at(-1)
  return {
    id: delivery.id,
    event: 'label.created',
    label_id: delivery.labelId,
    status: delivery.status,
    response_code: last?.responseCode ?? null,
    attempts: delivery.attempts.length,
    created_at: toTimestamp(delivery.createdAtMs),
    last_attempt_at: toTimestampOrNull(last?.atMs ?? null),
    next_attempt_at: toTimestampOrNull(delivery.nextAttemptAtMs),
  }
}
