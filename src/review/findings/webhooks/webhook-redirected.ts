import type { Finding } from '../../finding.ts'

/** The statuses of redirects. Other statuses from 300 to 399, such as 304, name no URL. */
export const redirectStatuses: ReadonlySet<number | null> = new Set([301, 302, 303, 307, 308])

export const webhookRedirected: Finding = {
  id: 'WEBHOOK-REDIRECTED',
  severity: 'error',
  title: 'The webhook receiver responded with a redirect, which the service never follows.',
  means:
    'The receiver responded with 301, 302, 303, 307 or 308 to an attempt that no fault changed. Receivers of Drydock do not count.',
  advice:
    'Set the URL to which the redirect leads as the webhook URL. It often differs only by https, or by a slash at its end.',
  why: 'Only an event with a response from 200 to 299 counts as delivered, so the receiver never gets any event.',
  createWatcher: (report) => ({
    observeAttempt({ status, fault, isTestReceiver }) {
      if (isTestReceiver) return
      if (redirectStatuses.has(status) && fault === null) report()
    },
  }),
}
