import { gzipSync } from 'node:zlib'
import type { WireAlteration } from '../alteration.ts'
import { isObject } from '../json.ts'
import type { Variation } from '../variation.ts'
import { headerOf, jsonOf, type WireResponse, withHeader, withJson } from '../wire.ts'

/** Variations of statuses and headers. */
export const headerVariations: readonly Variation[] = [
  {
    id: 'lower-case-headers',
    what: 'Header names are in lower case.',
    silent: { statement: 'LIMITS-21' },
    offered: {
      changes: ['header names'],
      because: 'HTTP ignores the letter case of header names, and HTTP/2 sends them in lower case.',
    },
    open: () => renameHeaders((name) => name.toLowerCase()),
  },
  {
    id: 'upper-case-headers',
    what: 'Header names are in capitals.',
    silent: { statement: 'LIMITS-21' },
    offered: { changes: ['header names'], because: 'HTTP ignores the letter case of header names.' },
    open: () => renameHeaders((name) => name.toUpperCase()),
  },
  {
    id: 'plain-content-type',
    what: 'The content type is application/json without a charset.',
    silent: { statement: 'CONVENTIONS-3' },
    offered: {
      changes: ['content type'],
      because: 'JSON needs no charset, and the specification states no exact content type.',
    },
    open: () =>
      changeHeader('content-type', (value) => (value.includes('json') ? 'application/json' : undefined)),
  },
  {
    id: 'loud-content-type',
    what: 'The content type is `Application/JSON;charset=UTF-8`.',
    silent: { statement: 'CONVENTIONS-3' },
    offered: {
      changes: ['content type'],
      because: 'HTTP ignores the letter case of a content type, and of its charset.',
    },
    open: () =>
      changeHeader('content-type', (value) =>
        value.includes('json') ? 'Application/JSON;charset=UTF-8' : undefined,
      ),
  },
  {
    id: 'all-200',
    what: 'Every success is 200.',
    silent: { choice: 8 },
    offered: { changes: ['success status'], because: 'The specification states no status of success.' },
    open: () => changeSuccessStatus(() => 200),
  },
  {
    id: 'all-202',
    what: 'Every success of a request other than GET is 202.',
    silent: { choice: 8 },
    offered: {
      changes: ['success status'],
      because: 'The specification states no status of success, so any 2xx is one.',
    },
    open: () => changeSuccessStatus((method) => (method === 'GET' ? undefined : 202)),
  },
  {
    id: 'all-201',
    what: 'Every success of a POST is 201.',
    silent: { choice: 8 },
    offered: {
      changes: ['success status'],
      because: 'The specification states no status of success, so any 2xx is one.',
    },
    open: () => changeSuccessStatus((method) => (method === 'POST' ? 201 : undefined)),
  },
  {
    id: 'chunked',
    what: 'Bodies come in chunks, without a length.',
    silent: { statement: 'LIMITS-21' },
    offered: { changes: ['body length'], because: 'HTTP allows a body without Content-Length.' },
    open: () => changeHeader('date', (value) => value, { 'transfer-encoding': 'chunked' }),
  },
  {
    id: 'packed',
    what: 'Every body is compressed with gzip, even if the client does not accept it.',
    silent: { statement: 'CONVENTIONS-3' },
    open: () => ({
      response: (response) =>
        response.body.length === 0
          ? undefined
          : withHeader({ ...response, body: gzipSync(response.body) }, 'content-encoding', 'gzip'),
    }),
  },
  {
    id: 'closing',
    what: 'The service closes the connection after every response.',
    silent: { statement: 'LIMITS-21' },
    offered: {
      changes: ['connections'],
      because: 'HTTP lets a server close a connection after any response.',
    },
    open: () => ({
      response: (response, request) =>
        headerOf(request, 'connection')?.toLowerCase() === 'close'
          ? undefined
          : withHeader(response, 'connection', 'close'),
    }),
  },
  {
    id: 'no-date',
    what: 'Responses have no Date header.',
    silent: { statement: 'LIMITS-21' },
    open: () => ({ response: (response) => withHeader(response, 'date', undefined) }),
  },
  {
    id: 'more-headers',
    what: 'Responses have cookies and headers of a gateway.',
    silent: { statement: 'LIMITS-21' },
    offered: { changes: ['more headers'], because: 'Gateways and proxies add headers to every response.' },
    open: () =>
      changeHeader('date', (value) => value, {
        'set-cookie': 'session=1; Path=/',
        via: '1.1 gateway',
        'strict-transport-security': 'max-age=31536000',
        'cache-control': 'no-store',
      }),
  },
  {
    id: 'other-request-ids',
    what: 'Request ids have capitals, a hyphen and a dot after `req_`, the same in header and body.',
    silent: { statement: 'ERRORS-10' },
    offered: {
      changes: ['request ids'],
      because: 'The specification states only the prefix of a request id.',
    },
    open: () => ({
      response: (response) => {
        const id = headerOf(response, 'x-request-id')
        if (id === undefined) return undefined
        const other = `req_${id.slice('req_'.length).toUpperCase()}-EU.1`
        const json = jsonOf(response)
        const headed = withHeader(response, 'x-request-id', other)
        if (!isObject(json) || !isObject(json['error'])) return headed
        return withJson(headed, { ...json, error: { ...json['error'], request_id: other } })
      },
    }),
  },
  {
    id: 'limits-of-the-sender',
    what: 'A response 401 has the headers of another rate limit, which counts failed authentications of a sender at all endpoints.',
    silent: { choice: 12 },
    open: () => {
      let count = 0
      return {
        response: (response) => {
          if (response.status !== 401) return undefined
          count += 1
          const nextHourS = Math.ceil(Date.now() / 3_600_000) * 3_600
          return {
            ...response,
            headers: {
              ...response.headers,
              'x-ratelimit-limit': '100000',
              'x-ratelimit-remaining': String(100_000 - count),
              'x-ratelimit-reset': String(nextHourS),
            },
          }
        },
      }
    },
  },
  {
    id: 'slow',
    what: 'Every tenth response takes a quarter of a second.',
    silent: { section: 'Limits' },
    offered: { changes: ['time of responses'], because: 'The specification promises no time of response.' },
    open: () => {
      let count = 0
      return {
        response: async (response) => {
          count += 1
          if (count % 10 !== 0) return undefined
          await new Promise((resolve) => setTimeout(resolve, 250))
          return response
        },
      }
    },
  },
]

/**
 * Creates an alteration that changes one header of responses, and adds the headers `more` to each response that it
 * changes.
 */
function changeHeader(
  name: string,
  change: (value: string) => string | undefined,
  more: Readonly<Record<string, string>> = {},
): WireAlteration {
  return {
    response: (response) => {
      const value = headerOf(response, name)
      const changed = value === undefined ? undefined : change(value)
      if (changed === undefined) return undefined
      const headed = withHeader(response, name, changed)
      return { ...headed, headers: { ...headed.headers, ...more } }
    },
  }
}

/** Creates an alteration that renames all headers of responses. */
function renameHeaders(rename: (name: string) => string): WireAlteration {
  return {
    response: (response): WireResponse => ({
      ...response,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [rename(name), value]),
      ),
    }),
  }
}

/** Creates an alteration that gives successes another status; undefined from `statusFor` keeps the status. */
function changeSuccessStatus(statusFor: (method: string) => number | undefined): WireAlteration {
  return {
    response: (response, { method, path }) => {
      if (response.status > 299 || path.includes('/download') || path.includes('/sandbox/')) return undefined
      const status = statusFor(method)
      return status === undefined || status === response.status ? undefined : { ...response, status }
    },
  }
}
