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

/** Events, their delivery and attempts, and the log of deliveries. */
export const webhooks: Topic = {
  ids: [
    { first: 'HOOK-001', next: 'HOOK-035', about: 'events: when they come, their payload, their signature' },
    { first: 'HOOK-101', next: 'HOOK-109', about: 'when attempts are made, and how many' },
    { first: 'HOOK-111', next: 'HOOK-126', about: 'replies after which an attempt is retried' },
    {
      first: 'HOOK-131',
      next: 'HOOK-140',
      about: 'the payload of later attempts, and simultaneous deliveries',
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
