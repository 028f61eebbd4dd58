import type { DeliveryEntry } from '../simulator/bodies/deliveries.ts'
import type { WebhookBody } from '../simulator/bodies/webhook.ts'
import type { Control } from './control.ts'

/** The account's webhook and what was sent to it. */
export interface AccountWebhook {
  /** http or https; gives the signing secret. */
  set(url: string): Promise<WebhookBody>
  get(): Promise<WebhookBody>
  clear(): Promise<void>
  /** All that are kept, newest first. */
  deliveries(): Promise<readonly DeliveryEntry[]>
  /**
   * One more attempt now: it has been answered, or given up, when this resolves. It waits as an advance by no time at all
   * does, and so not for an attempt that a fault has put off to a later time of the account.
   */
  redeliver(id: string): Promise<void>
}

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
        mayTakeLong: true,
      })
    },
  }
}
