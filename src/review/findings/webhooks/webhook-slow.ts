import type { Finding } from '../../finding.ts'

/** A receiver that takes so long has used half of its time: an attempt fails after 10 s. */
const slowMs = 5_000

export const webhookSlow: Finding = {
  id: 'WEBHOOK-SLOW',
  severity: 'warning',
  title: 'The webhook receiver responded only after five seconds or more.',
  means: 'An attempt that no fault changed had a response, but at least 5 s of real time after it began.',
  advice: 'Store the event, respond with 200 at once, and do the work afterwards.',
  why: 'An attempt fails after 10 s. A receiver that is a little slower gets the event again.',
  open: (report) => ({
    observeAttempt({ durationMs, status, fault, isTestReceiver }) {
      if (isTestReceiver) return
      if (durationMs >= slowMs && status !== null && fault === null) report()
    },
  }),
}
