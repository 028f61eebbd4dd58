import type { DeliveryEntry } from '../simulator/bodies/deliveries.ts'
import type { AccountClock } from './clock.ts'
import type { ControlCaller } from './http/control.ts'
import { checkFieldNames, requireObject } from './http/object-input.ts'
import type { ReceiveOptions, WebhookReceiver, WebhookSetting } from './webhook-receiver.ts'

/** Controls the account's webhook and its deliveries. */
export interface AccountWebhook extends WebhookSetting {
  /**
   * Makes one more attempt of a delivery now. Resolves when the attempt has a response or has failed. If a fault delays
   * the attempt to a later time of the account's clock, `redeliver` does not wait for it.
   */
  redeliver(id: string): Promise<void>
  /** Starts a receiver in this process and makes it the account's webhook until it is closed. */
  receive(options?: ReceiveOptions): Promise<WebhookReceiver>
}

/** Returns an object with the calls for the webhook of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountWebhook(
  control: ControlCaller,
  accountPath: string,
  clock: AccountClock,
): AccountWebhook {
  const path = `${accountPath}/webhook`
  const setting: WebhookSetting = {
    set: (url) => control.fetchJson({ method: 'PUT', path, body: { url } }),
    get: () => control.fetchJson({ method: 'GET', path }),
    clear: () => control.send({ method: 'DELETE', path }),
    deliveries: async () => {
      const { deliveries } = await control.fetchJson<{ readonly deliveries: readonly DeliveryEntry[] }>({
        method: 'GET',
        path: `${path}/deliveries`,
      })
      return deliveries
    },
  }
  return {
    ...setting,
    redeliver: async (id) => {
      await control.send({ method: 'POST', path: `${path}/deliveries/${encodeURIComponent(id)}/redeliver` })
      await control.send({
        method: 'POST',
        path: `${accountPath}/clock/advance`,
        body: { seconds: 0 },
        size: 'long',
      })
    },
    receive: async (options = {}) => {
      // Loads the receiver only when it is needed, because the commands never need it and start faster without it.
      const { openWebhookReceiver } = await import('./webhook-receiver.ts')
      const given = requireObject(options, 'webhook.receive', '{ respond: 500 }')
      checkFieldNames(given, 'webhook.receive', { respond: true, host: true })
      return openWebhookReceiver({ webhook: setting, clock }, given)
    },
  }
}
