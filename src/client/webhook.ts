import type { DeliveryBody } from '../simulator/bodies/deliveries.ts'
import type { Environment } from '../simulator/specification/model.ts'
import type { Control } from './control.ts'

/** Where events go and what signs them; both null while no URL is set. */
export interface WebhookBody {
  readonly url: string | null
  readonly signing_secret: string | null
}

/** An entry of the delivery log, with what a developer wants to see beside it. */
export interface DeliveryEntry extends DeliveryBody {
  readonly environment: Environment
  readonly url: string
  /** The bytes that every attempt sends. */
  readonly body: string
  readonly attempt_log: readonly {
    readonly at: string
    readonly response_code: number | null
    /** Why there was no response. */
    readonly failure: string | null
  }[]
}

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
