import type { Finding } from '../../finding.ts'

export const methodWrong: Finding = {
  id: 'METHOD-WRONG',
  severity: 'error',
  title: 'The client used a method that the path does not have.',
  means:
    'The service responded with 405 REQUEST.METHOD.NOT_ALLOWED. Requests without any key do not count, nor the methods HEAD ' +
    'and OPTIONS: monitors and browsers send them.',
  advice: 'Use a method that the header Allow of the response lists.',
  why: 'Such a request can never succeed.',
  createWatcher: (report) => ({
    successes: [],
    observeExchange(exchange) {
      if (exchange.errorCode === 'REQUEST.METHOD.NOT_ALLOWED' && !exchange.isFromMonitor())
        report(exchange.id)
    },
  }),
}
