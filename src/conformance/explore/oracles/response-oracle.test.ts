import { describe } from 'vitest'
import {
  buildRefusal,
  createResponseHeaders,
  groupConcurrentSteps,
  type OracleCase,
  testCases,
} from '../../../../test/support/conformance/oracle-history.ts'
import { responses } from './response-oracle.ts'

const wallet = { balance_cents: 1 }
const createResponse = (more = {}) => ({ json: wallet, headers: createResponseHeaders(more) })
const createResponseWithout = (name: string) => {
  const { [name]: _, ...headers } = createResponseHeaders()
  return { json: wallet, headers }
}

const cases: readonly OracleCase[] = [
  [
    'two correct responses',
    undefined,
    (history) => [
      history.call('getWallet', { answer: createResponse() }),
      history.call('getWallet', { answer: createResponse() }),
    ],
  ],
  [
    'a response without a request id',
    'LIMITS-25',
    (history) => [history.call('getWallet', { answer: createResponseWithout('x-request-id') })],
  ],
  [
    "the request id of another client's earlier response",
    'LIMITS-26',
    (history) => [
      history.call('getWallet', { answer: createResponse({ 'x-request-id': 'req_same' }) }),
      ...['a', 'b', 'a'].map((client) =>
        history.call('getWallet', { client: client as 'a', answer: createResponse() }),
      ),
      history.call('getLabel', {
        client: 'b',
        id: 'lbl_1',
        answer: createResponse({ 'x-request-id': 'req_same' }),
      }),
    ],
  ],
  [
    'one request id for two concurrent responses',
    'LIMITS-26',
    (history) => {
      const answer = createResponse({ 'x-request-id': 'req_twin' })
      return [
        groupConcurrentSteps(history.call('getWallet', { answer }), history.call('getWallet', { answer })),
      ]
    },
  ],
  [
    'a response without X-RateLimit-Limit',
    'ENDPOINTS-3',
    (history) => [history.call('getWallet', { answer: createResponseWithout('x-ratelimit-limit') })],
  ],
  [
    'a download without rate-limit headers',
    'ENDPOINTS-3',
    (history) => [
      history.call('downloadLabel', { id: 'l', answer: createResponseWithout('x-ratelimit-reset') }),
    ],
  ],
  [
    'a response with a limit that is no number',
    'LIMITS-21',
    (history) => [history.call('getWallet', { answer: createResponse({ 'x-ratelimit-limit': 'many' }) })],
  ],
  [
    'a response with more remaining requests than the limit',
    'LIMITS-22',
    (history) => [history.call('getWallet', { answer: createResponse({ 'x-ratelimit-remaining': '301' }) })],
  ],
  [
    'a response with a reset time in milliseconds',
    'LIMITS-23',
    (history) => [
      history.call('getWallet', { answer: createResponse({ 'x-ratelimit-reset': '1930383060000' }) }),
    ],
  ],
  [
    'a correct error response',
    undefined,
    (history) => [history.call('getLabel', { id: 'x', answer: buildRefusal(404, 'LABEL.NOT_FOUND') })],
  ],
  [
    'an error response without the object `error`',
    'ERRORS-1',
    (history) => [
      history.call('getLabel', {
        id: 'x',
        answer: { status: 404, json: {}, headers: createResponseHeaders() },
      }),
    ],
  ],
  [
    'an error with an empty message',
    'ERRORS-5',
    (history) => [
      history.call('getLabel', { id: 'x', answer: buildRefusal(404, 'LABEL.NOT_FOUND', { message: '' }) }),
    ],
  ],
  [
    'an error without a suggestion',
    'ERRORS-6',
    (history) => [
      history.call('getLabel', {
        id: 'x',
        answer: buildRefusal(404, 'LABEL.NOT_FOUND', { suggestion: null }),
      }),
    ],
  ],
  [
    'an error with a docs_url that is no URL',
    'ERRORS-8',
    (history) => [
      history.call('getLabel', {
        id: 'x',
        answer: buildRefusal(404, 'LABEL.NOT_FOUND', { docs_url: 'docs' }),
      }),
    ],
  ],
  [
    'an error with a request id of another form',
    'ERRORS-10',
    (history) => [
      history.call('getLabel', {
        id: 'x',
        answer: buildRefusal(404, 'LABEL.NOT_FOUND', { request_id: '17' }),
      }),
    ],
  ],
  [
    'an error with another request id than the header',
    'ERRORS-11',
    (history) => [
      history.call('getLabel', {
        id: 'x',
        answer: buildRefusal(404, 'LABEL.NOT_FOUND', { request_id: 'req_0' }),
      }),
    ],
  ],
  [
    'an error code in lower case',
    'ERRORS-3',
    (history) => [history.call('getLabel', { id: 'x', answer: buildRefusal(404, 'not_found') })],
  ],
  [
    'an error code with the status of another code',
    'ERRORS-52',
    (history) => [history.call('getLabel', { id: 'x', answer: buildRefusal(422, 'LABEL.NOT_FOUND') })],
  ],
  [
    'an error code of another kind of resource',
    'ERRORS-53',
    (history) => [history.call('getTracker', { id: 'x', answer: buildRefusal(404, 'LABEL.NOT_FOUND') })],
  ],
  [
    'an error about a missing field without its name',
    'ERRORS-12',
    (history) => [history.call('createRates', { answer: buildRefusal(422, 'VALIDATION.FIELD.REQUIRED') })],
  ],
  [
    'an error about an ambiguous address without suggestions',
    'ERRORS-16',
    (history) => [
      history.call('validateAddress', { answer: buildRefusal(422, 'ADDRESS.VALIDATION.AMBIGUOUS') }),
    ],
  ],
  [
    'a carrier error without raw_carrier_error',
    'ERRORS-15',
    (history) => [
      history.call('listCarrierAccounts', { answer: buildRefusal(502, 'CARRIER.ERROR.UNKNOWN') }),
    ],
  ],
  [
    'a 429 without Retry-After',
    'ERRORS-17',
    (history) => [history.call('getWallet', { answer: buildRefusal(429, 'AUTH.RATE_LIMIT.EXCEEDED') })],
  ],
  [
    'a wrong response while an API fault is set',
    undefined,
    (history) => [
      history.call('getWallet', { answer: createResponse() }),
      history.control({ kind: 'fault added', fault: { target: 'api', mode: 'error' } }),
      history.call('getWallet', { answer: { status: 502, json: {} } }),
    ],
  ],
  [
    'a wrong response after the API fault was cleared',
    'ERRORS-1',
    (history) => [
      history.control({ kind: 'fault added', fault: { target: 'api', mode: 'error' } }),
      history.control({ kind: 'faults cleared' }),
      history.call('getWallet', { answer: { status: 502, json: {}, headers: createResponseHeaders() } }),
    ],
  ],
]

describe('the response oracle', () => testCases(responses, cases))
