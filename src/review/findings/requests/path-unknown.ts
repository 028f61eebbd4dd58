import type { Finding } from '../../finding.ts'

export const pathUnknown: Finding = {
  id: 'PATH-UNKNOWN',
  severity: 'error',
  title: 'The client sent a request to a path that the service does not have.',
  means:
    'The service responded with 404 REQUEST.ROUTE.NOT_FOUND, because no operation has the path. Requests ' +
    'without any key do not count, nor the methods HEAD and OPTIONS: monitors and browsers send them.',
  advice: 'Compare the path with the list of operations: each begins with /v1, and none ends with a slash.',
  why: 'Such a request can never succeed.',
  createWatcher: (report) => ({
    successes: [],
    observeExchange(exchange) {
      if (exchange.errorCode === 'REQUEST.ROUTE.NOT_FOUND' && !exchange.isFromMonitor()) report(exchange.id)
    },
  }),
}
