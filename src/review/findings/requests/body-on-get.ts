import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  operationNames,
} from '../../../simulator/specification/operations.ts'
import type { Finding } from '../../finding.ts'

const getOperations = [
  ...operationNames.filter((name) => getOperation(name).method === 'GET'),
  downloadLabel.name,
  downloadSandboxLabel.name,
]

export const bodyOnGet: Finding = {
  id: 'BODY-ON-GET',
  severity: 'warning',
  title: 'The client sent a body with GET.',
  means:
    'A GET request had a Content-Length above 0, or chunks that were not empty. The service ignores the body of a GET request.',
  advice: 'Send GET requests without a body. An empty object is a body, too.',
  why: 'The data in the body has no effect, and some proxies refuse a GET request with a body.',
  createWatcher: (report) => ({
    successes: getOperations,
    observeExchange(exchange) {
      if (exchange.method !== 'GET') return
      // Some clients announce chunks for every request, and send no chunk if there is no body. So the announcement
      // alone does not count.
      if (exchange.unreadBytes > 0 || Number(exchange.requestHeader('content-length') ?? 0) > 0)
        report(exchange.id)
    },
  }),
}
