import type { SentRequest } from './answer.ts'
import { curlOf } from './curl.ts'
import type { Exchange } from './exchange.ts'
import type { Redactor } from './redaction.ts'

const shownLength = 4_000
/** A secret that the cut would halve is taken out whole first. */
const margin = 400

const shownHeaders = new Set([
  'content-type',
  'content-length',
  'date',
  'location',
  'retry-after',
  'server',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
])

/** What reports may show of a request and what came of it. */
export function capture(options: {
  readonly request: SentRequest
  readonly response?:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
    | undefined
  readonly failure?: string | undefined
  readonly durationMs: number
  readonly redactor: Redactor
}): Exchange {
  const { request, response, failure, redactor } = options
  const url = redactor.conceal(request.url)
  const headers = redactHeaders(request.headers, redactor)
  const body = request.body === undefined ? null : cut(textOf(request.body), redactor)
  return {
    request: { method: request.method, url, headers, body },
    response:
      response === undefined
        ? null
        : {
            status: response.status,
            headers: redactHeaders(
              Object.fromEntries(Object.entries(response.headers).filter(([name]) => shownHeaders.has(name))),
              redactor,
            ),
            body: cut(response.text, redactor),
          },
    failure: failure === undefined ? null : redactor.conceal(failure),
    curl: curlOf({ method: request.method, url, headers, key: request.key, body }),
    duration_ms: Math.round(options.durationMs),
  }
}

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redactor: Redactor,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactor.conceal(value)]))
}

function cut(text: string, redactor: Redactor): string {
  const clean = redactor.redact(text.slice(0, shownLength + margin))
  if (text.length <= shownLength + margin && clean.length <= shownLength) return clean
  return `${clean.slice(0, shownLength)}… (${text.length} characters)`
}

function textOf(body: string | Buffer): string {
  return typeof body === 'string' ? body : body.toString('utf8')
}
