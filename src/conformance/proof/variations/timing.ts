import { delayRetries } from '../stateful/late-retries.ts'
import type { ProofVariation } from '../variation.ts'

const minuteMs = 60_000

/** Variations in when a correct service does its work. */
export const timingVariations: readonly ProofVariation[] = [
  {
    id: 'retries-on-the-minute',
    what: 'Webhook retries are sent on whole minutes, each counted from the attempt before it.',
    silent: { choice: 45 },
    open: () => delayRetries((boughtMs) => (minuteMs - (boughtMs % minuteMs)) % minuteMs),
  },
]
