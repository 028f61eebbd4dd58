import type { Finding } from '../../finding.ts'

/** Matches a complete API key that stands alone, not one inside a longer word. */
export const keyPattern = /\bpr_(?:live|test)_[0-9a-f]{32}(?!\w)/i

export const keyInUrl: Finding = {
  id: 'KEY-IN-URL',
  severity: 'error',
  title: 'The client sent an API key in a URL.',
  means:
    'The path or the query of a request had a complete key: pr_live_ or pr_test_ and 32 hexadecimal characters.',
  advice: 'Send the key only in the header Authorization, and revoke a live key that was in a URL.',
  why: 'Proxies, servers and browsers write URLs into their logs, so others can read the key.',
  createWatcher: (report) => ({
    isIdle: true,
    observeExchange({ id, url }) {
      if (url.includes('pr_') && keyPattern.test(url)) report(id)
    },
  }),
}
