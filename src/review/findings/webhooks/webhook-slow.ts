import type { Finding } from '../../finding.ts'

/** An attempt fails after 10 s, so a receiver this slow has used half of its time. */
const slowMs = 5_000

export const webhookSlow: Finding = {
  id: 'WEBHOOK-SLOW',
  severity: 'warning',
  title: 'The webhook receiver responded only after five seconds or more.',
  means: 'An attempt that no fault changed had a response, but at least 5 s of real time after it began.',
  advice: 'Store the event, respond with 200 at once, and do the work afterwards.',
  why: 'A little slower, and the attempt fails after 10 s, so the event comes again.',
  open: (report) => ({
    attempt({ durationMs, status, fault, isTestReceiver }) {
      if (isTestReceiver) return
      if (durationMs >= slowMs && status !== null && fault === null) report()
    },
  }),
}
