import type { Topic } from '../../topic.ts'
import { attemptPayloadRules } from './attempt-payloads.ts'
import { changingWebhookRules } from './changing-webhooks.ts'
import { deliveryRules } from './deliveries.ts'
import { eachEventRules } from './each-carrier.ts'
import { eventPayloadRules } from './event-payload.ts'
import { eventTimeRules } from './event-times.ts'
import { liveEventRules } from './live-events.ts'
import { logOutcomeRules } from './log-outcomes.ts'
import { retryRules } from './retries.ts'
import { webhookRules } from './webhooks.ts'

/** Rules about webhook events, the attempts to deliver them, and the delivery log; deliberately broken services test the rules. */
export const webhooks: Topic = {
  ids: [
    {
      first: 'HOOK-001',
      next: 'HOOK-035',
      about: 'events: when they are sent, their payload and their signature',
    },
    { first: 'HOOK-101', next: 'HOOK-109', about: 'the times and the number of delivery attempts' },
    {
      first: 'HOOK-111',
      next: 'HOOK-126',
      about: 'replies of the receiver after which a delivery is retried',
    },
    {
      first: 'HOOK-131',
      next: 'HOOK-140',
      about: 'the payload of retries, and simultaneous deliveries',
    },
    { first: 'LOG-001', next: 'LOG-017', about: 'the log of deliveries' },
  ],
  rules: [
    ...webhookRules,
    ...eventPayloadRules,
    ...eventTimeRules,
    ...liveEventRules,
    ...eachEventRules,
    ...retryRules,
    ...attemptPayloadRules,
    ...deliveryRules,
    ...logOutcomeRules,
    ...changingWebhookRules,
  ],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
