import type { Finding } from '../../finding.ts'

export const webhookRedirected: Finding = {
  id: 'WEBHOOK-REDIRECTED',
  severity: 'error',
  title: 'The webhook receiver responded with a redirect, which is never followed.',
  means:
    'The receiver responded with a status from 300 to 399 to an attempt that no fault changed. Receivers of Drydock do not count.',
  advice: 'Set the final URL as the webhook URL. Check for https and for a slash at its end.',
  why: 'Only a status from 200 to 299 counts as delivered, so no event ever arrives.',
  open: (report) => ({
    attempt({ status, fault, isTestReceiver }) {
      if (isTestReceiver) return
      if (status !== null && status >= 300 && status <= 399 && fault === null) report()
    },
  }),
}
