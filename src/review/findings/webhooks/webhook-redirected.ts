import type { Finding } from '../../finding.ts'

/** The statuses of redirects. Other statuses from 300 to 399, such as 304, name no URL. */
export const redirectStatuses: ReadonlySet<number | null> = new Set([301, 302, 303, 307, 308])

export const webhookRedirected: Finding = {
  id: 'WEBHOOK-REDIRECTED',
  severity: 'error',
  title: 'The webhook receiver responded with a redirect, which is never followed.',
  means:
    'The receiver responded with 301, 302, 303, 307 or 308 to an attempt that no fault changed. Receivers of Drydock do not count.',
  advice: 'Set the final URL as the webhook URL. Check for https and for a slash at its end.',
  why: 'Only a status from 200 to 299 counts as delivered, so no event ever arrives.',
  open: (report) => ({
    observeAttempt({ status, fault, isTestReceiver }) {
      if (isTestReceiver) return
      if (redirectStatuses.has(status) && fault === null) report()
    },
  }),
}
