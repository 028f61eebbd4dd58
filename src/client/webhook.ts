import type { DeliveryEntry } from '../simulator/bodies/deliveries.ts'
import type { WebhookBody } from '../simulator/bodies/webhook.ts'
import type { Control } from './http/control.ts'

/** Controls the account's webhook and its deliveries. */
export interface AccountWebhook {
  /** Sets an http or https URL; the result has the signing secret. */
  set(url: string): Promise<WebhookBody>
  get(): Promise<WebhookBody>
  clear(): Promise<void>
  /** Returns all stored deliveries, newest first. */
  deliveries(): Promise<readonly DeliveryEntry[]>
  /**
   * Makes one more attempt now; resolves when it has a response or has failed. Like an advance by zero, it
   * does not wait for an attempt that a fault has delayed to a later time of the account.
   */
  redeliver(id: string): Promise<void>
}

/** Returns the webhook of the account at path `account`; makes no call. */
export function openWebhook(control: Control, account: string): AccountWebhook {
  const path = `${account}/webhook`
  return {
    set: (url) => control.ask({ method: 'PUT', path, body: { url } }),
    get: () => control.ask({ method: 'GET', path }),
    clear: () => control.tell({ method: 'DELETE', path }),
    deliveries: async () => {
      const { deliveries } = await control.ask<{ readonly deliveries: readonly DeliveryEntry[] }>({
        method: 'GET',
        path: `${path}/deliveries`,
      })
      return deliveries
    },
    redeliver: async (id) => {
      await control.tell({ method: 'POST', path: `${path}/deliveries/${encodeURIComponent(id)}/redeliver` })
      await control.tell({
        method: 'POST',
        path: `${account}/clock/advance`,
        body: { seconds: 0 },
        size: 'long',
      })
    },
  }
}
