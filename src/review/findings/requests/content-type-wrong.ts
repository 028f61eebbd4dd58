import type { Finding } from '../../finding.ts'

export const contentTypeWrong: Finding = {
  id: 'CONTENT-TYPE-WRONG',
  severity: 'error',
  title: 'The client sent a body without Content-Type: application/json.',
  means: 'The service refused the request with 422, and the error names the field Content-Type.',
  advice:
    'Send the header Content-Type: application/json with each body. Some HTTP clients need an option to do so.',
  why: 'The service refuses each such request.',
  createWatcher: (report) => ({
    successes: [],
    observeExchange(exchange) {
      const { errorCode, fault, requestBytes, id } = exchange
      if (errorCode !== 'VALIDATION.FIELD.INVALID' || fault !== null || requestBytes === 0) return
      if (exchange.responseText().includes('"field":"Content-Type"')) report(id)
    },
  }),
}
