import type { Finding } from '../../finding.ts'

/** Parameters that HTTP clients add to keep caches from responding. */
const cacheBusters: ReadonlySet<string> = new Set(['_', 't', 'ts', 'cb', 'nocache'])

export const queryUnknown: Finding = {
  id: 'QUERY-UNKNOWN',
  severity: 'warning',
  title: 'The client sent a query parameter, which the service ignores.',
  means:
    'No operation of the specification has query parameters, so a filter or a page size has no effect. Downloads of ' +
    'labels do not count, nor parameters against caches such as "_".',
  advice: 'Remove the parameter, and filter the response in the client.',
  why: 'The request succeeds, but the client receives other data than it asked for.',
  open: (report) => ({
    isIdle: true,
    exchange(exchange) {
      const { operation, url } = exchange
      // KEY-IN-URL has keys.
      if (
        !url.includes('?') ||
        operation === undefined ||
        url.includes('pr_') ||
        operation.name.startsWith('download')
      )
        return
      for (const name of exchange.queryNames)
        if (!cacheBusters.has(name)) report.because(`\`${shorten(name)}\` is ignored.`, exchange.id)
    },
  }),
}

/** Cuts a name that a client made up. */
function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
