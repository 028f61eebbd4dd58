import type { Finding } from '../../finding.ts'

/** A receiver that takes this long has used half of its time: an attempt fails after 10 s. */
const slowMs = 5_000

export const webhookSlow: Finding = {
  id: 'WEBHOOK-SLOW',
  severity: 'warning',
  title: 'The webhook receiver responded only after five seconds or more.',
  means:
    'The receiver responded to an attempt that no fault changed, but only after at least 5 s of real time.',
  advice: 'Store the event, respond with 200 at once, and do the work afterwards.',
  why: 'An attempt fails after 10 s without a response. If the receiver gets a little slower, the service sends the event to it again.',
  createWatcher: (report) => ({
    observeAttempt({ durationMs, status, fault, isTestReceiver }) {
      if (isTestReceiver) return
      if (durationMs >= slowMs && status !== null && fault === null) report()
    },
  }),
}
