import type { Mutant } from '../../proof/mutant.ts'
import { attemptMutants } from './mutants/attempts.ts'
import { changingWebhookMutants } from './mutants/changing-webhooks.ts'
import { deliveryMutants } from './mutants/deliveries.ts'
import { eachEventMutants } from './mutants/each-carrier.ts'
import { liveEventMutants } from './mutants/live-events.ts'
import { retryMutants } from './mutants/retries.ts'
import { webhookMutants } from './mutants/webhooks.ts'

/** Deliberately broken services (mutants) that the rules about webhooks must catch. */
export const mutants: readonly Mutant[] = [
  ...webhookMutants,
  ...liveEventMutants,
  ...eachEventMutants,
  ...retryMutants,
  ...attemptMutants,
  ...deliveryMutants,
  ...changingWebhookMutants,
]
