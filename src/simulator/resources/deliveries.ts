import type { Context } from '../accounts/context.ts'
import type { DeliveryRecord } from '../accounts/records/deliveries.ts'
import type { DeliveriesBody, DeliveryBody } from '../bodies/deliveries.ts'
import type { Call } from '../requests/call.ts'
import { deliveryLogSize } from '../specification/operations.ts'
import { toTimestamp, toTimestampOrNull } from '../time/timestamp.ts'

/** The latest 50 deliveries of the key's environment (specification, GET /v1/webhooks/deliveries; choices 47). */
export function listDeliveries(call: Call): DeliveriesBody {
  const recent = call.context.deliveryOrder[call.environment].latest(deliveryLogSize)
  return { deliveries: recent.flatMap((id) => call.context.state.deliveries.get(id) ?? []).map(showDelivery) }
}

/** All stored deliveries of both environments, newest first. */
export function allDeliveries(context: Context): DeliveryRecord[] {
  return [...context.state.deliveries.values()].reverse()
}

/** A delivery as the service shows it (choices 47). */
export function showDelivery(delivery: DeliveryRecord): DeliveryBody {
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
