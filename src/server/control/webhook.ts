import * as z from 'zod'
import { deriveSigningSecret } from '../../simulator/accounts/accounts.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { DeliveryEntry } from '../../simulator/bodies/deliveries.ts'
import type { WebhookBody } from '../../simulator/bodies/webhook.ts'
import { iterateNewestFirst } from '../../simulator/resources/newest.ts'
import { redeliver } from '../../simulator/webhooks/outbox.ts'
import { explainRefusedUrl, maxUrlLength, webhookUrlPattern } from '../../simulator/webhooks/webhook-url.ts'
import { failNotFound } from '../http/not-found.ts'
import { createStrictSchema } from './fields.ts'
import { createListBody } from './list-body.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute } from './route.ts'
import { showDeliveryInFull } from './show-delivery.ts'

const webhook = createStrictSchema({
  url: z
    .string({ error: 'must be a URL' })
    .register(z.globalRegistry, { pattern: webhookUrlPattern, maxLength: maxUrlLength })
    .superRefine((url, context) => {
      const reason = explainRefusedUrl(url)
      if (reason !== undefined) context.addIssue({ code: 'custom', message: reason })
    })
    .describe('The URL to send events to: http or https.'),
})

export const webhookRoutes: readonly ControlRoute[] = [
  defineBodyRoute('PUT', '/webhook', webhook, (context, { url }) => {
    context.state.webhook.set({ url, signingSecret: deriveSigningSecret(context) })
    return { status: 200, body: showWebhook(context) }
  }),
  defineAccountRoute('GET', '/webhook', (context) => ({ status: 200, body: showWebhook(context) })),
  defineAccountRoute('DELETE', '/webhook', (context) => {
    context.state.webhook.set({ url: null, signingSecret: null })
    return { status: 200, body: showWebhook(context) }
  }),
  defineAccountRoute('GET', '/webhook/deliveries', ({ state }) => ({
    status: 200,
    body: createListBody('deliveries', showDeliveries(state), undefined),
  })),
  defineAccountRoute('POST', '/webhook/deliveries/{delivery}/redeliver', (context, { param }) => {
    const delivery =
      context.state.deliveries.get(param('delivery')) ?? failNotFound('delivery', param('delivery'))
    redeliver(context, delivery)
    return { status: 202, body: showDeliveryInFull(delivery) }
  }),
]

/** Yields all stored deliveries of both environments, newest first. */
function* showDeliveries({ deliveries }: Context['state']): Generator<DeliveryEntry> {
  for (const delivery of iterateNewestFirst(deliveries)) yield showDeliveryInFull(delivery)
}

function showWebhook({ state }: Context): WebhookBody {
  const { url, signingSecret } = state.webhook.get()
  return { url, signing_secret: signingSecret }
}
