import type { DeliveryEntry } from '../simulator/bodies/deliveries.ts'
import type { AccountClock } from './clock.ts'
import type { Control } from './http/control.ts'
import { checkFields, objectInput } from './http/object-input.ts'
import type { ReceiveOptions, WebhookReceiver, WebhookSetting } from './webhook-receiver.ts'

/** Controls the account's webhook and its deliveries. */
export interface AccountWebhook extends WebhookSetting {
  /**
   * Makes one more attempt now; resolves when it has a response or has failed. Like an advance by zero, it
   * does not wait for an attempt that a fault has delayed to a later time of the account.
   */
  redeliver(id: string): Promise<void>
  /** Starts a receiver in this process and makes it the account's webhook. */
  receive(options?: ReceiveOptions): Promise<WebhookReceiver>
}

/** Returns the webhook of the account at path `account`; makes no call. */
export function openWebhook(control: Control, account: string, clock: AccountClock): AccountWebhook {
  const path = `${account}/webhook`
  const setting: WebhookSetting = {
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
  }
  return {
    ...setting,
    redeliver: async (id) => {
      await control.tell({ method: 'POST', path: `${path}/deliveries/${encodeURIComponent(id)}/redeliver` })
      await control.tell({
        method: 'POST',
        path: `${account}/clock/advance`,
        body: { seconds: 0 },
        size: 'long',
      })
    },
    receive: async (options = {}) => {
      // Loaded on use, because commands never receive webhooks by it.
      const { openWebhookReceiver } = await import('./webhook-receiver.ts')
      const given = objectInput(options, 'webhook.receive', '{ respond: 500 }')
      checkFields(given, 'webhook.receive', { respond: true, host: true })
      return openWebhookReceiver({ webhook: setting, clock }, given)
    },
  }
}
