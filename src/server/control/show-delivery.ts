import type { DeliveryRecord } from '../../simulator/accounts/records/deliveries.ts'
import type { DeliveryEntry } from '../../simulator/bodies/deliveries.ts'
import { buildDeliveryBody } from '../../simulator/resources/deliveries.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'

/** Returns the entry of a delivery as the service lists it, with additional fields for developers. */
export function showDeliveryInFull(delivery: DeliveryRecord): DeliveryEntry {
  return {
    ...buildDeliveryBody(delivery),
    environment: delivery.environment,
    url: delivery.url,
    body: delivery.body,
    attempt_log: delivery.attempts.map(({ atMs, responseCode, failure }) => ({
      at: toTimestamp(atMs),
      response_code: responseCode,
      failure,
    })),
  }
}
