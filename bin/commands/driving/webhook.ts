import type { DeliveryEntry } from '../../../src/simulator/bodies/deliveries.ts'
import type { WebhookBody } from '../../../src/simulator/bodies/webhook.ts'
import { httpUrl, text } from '../../files/reader.ts'
import { defineArgument } from '../../parsing/option.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const url = defineArgument({
  name: 'URL',
  describe: 'the http or https URL that receives the events',
  reader: httpUrl,
})

const id = defineArgument({
  name: 'ID',
  describe: 'the id of the delivery, as webhook deliveries shows it',
  reader: text,
})

export const webhookSet = defineRemoteCommand({
  arguments: [url],
  examples: [
    { line: 'drydock webhook set http://127.0.0.1:3000/hooks', does: 'Send events to your own server' },
  ],
  act: async ({ account }, input) => formatWebhook(await account.webhook.set(input.get(url))),
})

export const webhookShow = defineRemoteCommand({
  examples: [
    { line: 'drydock webhook show', does: 'Show the URL of the events, and the secret that signs them' },
  ],
  act: async ({ account }) => formatWebhook(await account.webhook.get()),
})

export const webhookClear = defineRemoteCommand({
  examples: [{ line: 'drydock webhook clear', does: 'Remove the webhook; pending deliveries continue' }],
  act: async ({ account }) => {
    await account.webhook.clear()
    return ['No events are sent.']
  },
})

export const webhookDeliveries = defineRemoteCommand({
  examples: [
    { line: 'drydock webhook deliveries', does: 'List all deliveries, with the responses of the receiver' },
  ],
  act: async ({ account }, _given, note) => {
    const deliveries = await account.webhook.deliveries()
    if (deliveries.length === 0) note('No deliveries.')
    return formatColumns(deliveries.map(formatDelivery))
  },
})

export const webhookRedeliver = defineRemoteCommand({
  arguments: [id],
  examples: [
    { line: 'drydock webhook redeliver whd_k2', does: 'Send a delivery again, with the same bytes' },
  ],
  act: async ({ account }, input) => {
    await account.webhook.redeliver(input.get(id))
    return [`${input.get(id)} is sent again.`]
  },
})

function formatWebhook({ url: target, signing_secret }: WebhookBody): readonly string[] {
  if (target === null) return ['No URL is set, so no events are sent.']
  return formatColumns([
    ['url', target],
    ['signing secret', signing_secret ?? 'unknown'],
  ])
}

function formatDelivery(delivery: DeliveryEntry): readonly string[] {
  const { id: deliveryId, created_at, label_id, status, attempts } = delivery
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  return [
    deliveryId,
    created_at,
    label_id,
    status,
    tries,
    describeLastResponse(delivery),
    describeNextAttempt(delivery),
  ]
}

function describeLastResponse({ response_code, attempt_log }: DeliveryEntry): string {
  return response_code === null ? (attempt_log.at(-1)?.failure ?? '') : String(response_code)
}

function describeNextAttempt({ next_attempt_at }: DeliveryEntry): string {
  return next_attempt_at === null ? '' : `next ${next_attempt_at}`
}
