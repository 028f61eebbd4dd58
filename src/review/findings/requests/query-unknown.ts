import type { Finding } from '../../finding.ts'

/** Query parameters that HTTP clients add to prevent a response from a cache. */
const cacheBusters: ReadonlySet<string> = new Set(['_', 't', 'ts', 'cb', 'nocache'])

export const queryUnknown: Finding = {
  id: 'QUERY-UNKNOWN',
  severity: 'warning',
  title: 'The client sent a query parameter, which the service ignores.',
  means:
    'No operation of the specification has query parameters, so a filter or a page size has no effect. Downloads of ' +
    'labels do not count, nor parameters that only prevent caching, such as "_".',
  advice: 'Remove the parameter, and filter the response in the client.',
  why: 'The request succeeds, but the client receives other data than it asked for.',
  open: (report) => ({
    isIdle: true,
    observeExchange(exchange) {
      const { operation, url } = exchange
      // KEY-IN-URL reports keys in a query.
      if (
        !url.includes('?') ||
        operation === undefined ||
        url.includes('pr_') ||
        operation.name.startsWith('download')
      )
        return
      for (const name of exchange.queryNames)
        if (!cacheBusters.has(name)) report.withDetail(`\`${shortenName(name)}\` is ignored.`, exchange.id)
    },
  }),
}

/** Cuts the name of a query parameter to 40 characters. */
function shortenName(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
