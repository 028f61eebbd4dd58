import type { Finding } from '../../finding.ts'

/** Query parameters that HTTP clients add to prevent a response from a cache. */
const cacheBusters: ReadonlySet<string> = new Set(['_', 't', 'ts', 'cb', 'nocache'])

export const queryUnknown: Finding = {
  id: 'QUERY-UNKNOWN',
  severity: 'warning',
  title: 'The client sent a query parameter, but the service ignores all query parameters.',
  means:
    'No operation of the specification has query parameters, so a filter or a page size has no effect. Downloads of ' +
    'labels do not count, nor parameters that only prevent caching, such as "_".',
  advice: 'Remove the parameter, and filter the response in the client.',
  why: 'The request succeeds, but the response has other data than the client asked for.',
  createWatcher: (report) => ({
    isIdle: true,
    observeExchange(exchange) {
      const { operation, url } = exchange
      // The finding KEY-IN-URL reports keys in a query.
      if (
        !url.includes('?') ||
        operation === undefined ||
        url.includes('pr_') ||
        operation.name.startsWith('download')
      )
        return
      for (const name of exchange.queryNames)
        if (!cacheBusters.has(name))
          report.withDetail(`\`${shortenParameterName(name)}\` is ignored.`, exchange.id)
    },
  }),
}

/** Cuts the name of a query parameter to 40 characters. */
function shortenParameterName(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
