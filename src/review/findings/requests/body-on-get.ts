import {
  downloadLabel,
  downloadSandboxLabel,
  operationFacts,
  operationNames,
} from '../../../simulator/specification/operations.ts'
import type { Finding } from '../../finding.ts'

const getOperations = [
  ...operationNames.filter((name) => operationFacts(name).method === 'GET'),
  downloadLabel.name,
  downloadSandboxLabel.name,
]

export const bodyOnGet: Finding = {
  id: 'BODY-ON-GET',
  severity: 'warning',
  title: 'The client sent a body with GET.',
  means:
    'A GET request had a Content-Length above 0, or chunks that were not empty. The service ignores its body.',
  advice: 'Send GET requests without a body. An empty object is a body, too.',
  why: 'The data has no effect, and some proxies refuse such requests.',
  open: (report) => ({
    successes: getOperations,
    observeExchange(exchange) {
      if (exchange.method !== 'GET') return
      // Some clients send every request in chunks, and no chunk if there is no body.
      if (exchange.unreadBytes > 0 || Number(exchange.requestHeader('content-length') ?? 0) > 0)
        report(exchange.id)
    },
  }),
}
