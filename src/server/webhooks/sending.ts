import type { SendWebhook, WebhookAttempt } from '../../simulator/webhooks/outbox.ts'
import type { VariedService } from '../service/varied-service.ts'
import { createWebhookTransport, type WebhookTransport } from './webhook-transport.ts'

/** Sends the webhook attempts of all accounts. */
export interface Sending {
  readonly transport: WebhookTransport
  readonly send: SendWebhook
  /** Cuts off attempts that wait for a response. They are not counted, and are made again after a restart. */
  halt(): Promise<void>
}

/** Opens the transport of webhooks. Variations, if any, change each attempt or replace it by several. */
export function openWebhookSending(varied: VariedService | undefined): Sending {
  const transport = createWebhookTransport()
  let isHalting = false
  return {
    transport,
    send: async (attempt) => {
      const outcome = await (varied === undefined
        ? transport.send(attempt)
        : sendVariedAttempts(varied, transport, attempt))
      return isHalting && outcome.responseCode === null ? null : outcome
    },
    halt: () => {
      isHalting = true
      return transport.close()
    },
  }
}

/** Makes the attempts by which variations replace one, in order. Resolves with the outcome of the last attempt. */
async function sendVariedAttempts(
  varied: VariedService,
  transport: WebhookTransport,
  { url, body, headers, secret }: WebhookAttempt,
): ReturnType<WebhookTransport['send']> {
  const deliveries = await varied.changeDelivery({ headers, body: Buffer.from(body), secret })
  const attempts = deliveries.map((each) => ({ ...each, url, body: each.body.toString('utf8') }))
  const [first = { url, body, headers }, ...others] = attempts
  let outcome = await transport.send(first)
  for (const other of others) outcome = await transport.send(other)
  return outcome
}
