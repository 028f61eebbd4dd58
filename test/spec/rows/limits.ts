import { type WireRequest, withHeader } from '../../../src/conformance/selftest/wire.ts'
import { keysOf } from '../../../src/simulator/specification/keys-of.ts'
import { type Endpoint, endpointScopes, limits, scopes } from '../tables.ts'
import { acceptsInsteadOf, answersWith, refused } from './answers.ts'
import { each, listed } from './breakage.ts'

/** Whether a request goes to an endpoint as the specification writes it. */
export function goesTo(endpoint: string): (request: WireRequest) => boolean {
  const shape = new RegExp(`^${endpoint.replace('{id}', '[^/]+').replace('.pdf', '')}(\\?|$)`)
  return ({ method, path }) => shape.test(`${method} ${path}`)
}

export const endpointRows = each(keysOf(endpointScopes), (endpoint) => [absent(endpoint)])

export const downloadRows = each(
  ['GET /v1/labels/{id}/download', 'GET /v1/sandbox/labels/{id}.pdf'] as const,
  (endpoint) => [
    absent(endpoint),
    limitedTo(endpoint, 301),
    boundless(endpoint),
    acceptsInsteadOf('LABEL.NOT_FOUND', (_, request) => goesTo(endpoint)(request)),
  ],
)

function absent(endpoint: string) {
  return answersWith(`${endpoint} is not there.`, (response, request) =>
    goesTo(endpoint)(request) && response.status < 300
      ? refused(response, 'REQUEST.ROUTE.NOT_FOUND')
      : undefined,
  )
}

/** Each scope ignored, and each asked for in vain. */
export const scopeRows = each(scopes, (scope) => {
  const opened = keysOf(endpointScopes).filter((endpoint) => endpointScopes[endpoint] === scope)
  return [
    acceptsInsteadOf('AUTH.KEY.INSUFFICIENT_SCOPE', (error) => error['required_scope'] === scope),
    answersWith(`${scope} opens nothing.`, (response, request) =>
      opened.some((endpoint) => goesTo(endpoint)(request)) && ![401, 403].includes(response.status)
        ? refused(response, 'AUTH.KEY.INSUFFICIENT_SCOPE')
        : undefined,
    ),
  ]
})

export const limitRows = each(keysOf(limits), (endpoint: Endpoint) => [
  limitedTo(endpoint, limits[endpoint] + 1),
  boundless(endpoint),
])

function limitedTo(endpoint: string, limit: number) {
  return answersWith(`The limit of ${endpoint} is ${limit}.`, (response, request) =>
    goesTo(endpoint)(request) ? withHeader(response, 'X-RateLimit-Limit', String(limit)) : undefined,
  )
}

function boundless(endpoint: string) {
  return answersWith(`${endpoint} has no limit.`, (response, request) =>
    goesTo(endpoint)(request) && response.status === 429 ? { ...response, status: 200 } : undefined,
  )
}

function gone(name: string) {
  return answersWith(`${name} is missing.`, (response) =>
    name.toLowerCase() in response.headers ? withHeader(response, name, undefined) : undefined,
  )
}

function oneMore(name: string) {
  return answersWith(`${name} is one more.`, (response) => {
    const value = response.headers[name.toLowerCase()]
    return value === undefined ? undefined : withHeader(response, name, String(Number(value) + 1))
  })
}

export const headerRows = listed({
  'X-RateLimit-Limit': [gone('X-RateLimit-Limit'), oneMore('X-RateLimit-Limit')],
  'X-RateLimit-Remaining': [gone('X-RateLimit-Remaining'), oneMore('X-RateLimit-Remaining')],
  'X-RateLimit-Reset': [gone('X-RateLimit-Reset'), oneMore('X-RateLimit-Reset')],
  'X-Request-Id': [
    gone('X-Request-Id'),
    answersWith('Every answer has the same X-Request-Id.', (response) =>
      withHeader(response, 'X-Request-Id', 'req_000000000000000000000000'),
    ),
  ],
  'Retry-After': [gone('Retry-After'), oneMore('Retry-After')],
})
