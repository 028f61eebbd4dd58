import type { SentRequest } from './answer.ts'
import { curlOf } from './curl.ts'
import type { CapturedExchange, Exchange } from './exchange.ts'
import type { Redactor } from './redaction.ts'

const shownLength = 4_000
/** Secrets are masked before the text is cut; so many characters more are looked at, lest the cut leaves half a secret. */
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

/** A request with its answer or failure, secrets included. */
interface Happened {
  readonly request: SentRequest
  readonly response?:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
    | undefined
  readonly failure?: string | undefined
  readonly durationMs: number
  readonly redactor: Redactor
  /** The shell variable that stands for a key in curl lines. */
  nameKey(key: string): string
}

/** Longer exchanges are not kept whole: a target may answer every request with megabytes. */
const keptLength = 64 * 1024

/** Keeps an exchange for reports. Few are ever shown, so it is redacted and cut only then; a long one at once, to free its memory. */
export function captureExchange(happened: Happened): CapturedExchange {
  if (lengthOf(happened) > keptLength) {
    const exchange = redactExchange(happened)
    return { show: () => exchange }
  }
  let shown: Exchange | undefined
  return {
    show: () => {
      shown ??= redactExchange(happened)
      return shown
    },
  }
}

function lengthOf({ request, response }: Happened): number {
  return (request.body?.length ?? 0) + (response?.text.length ?? 0)
}

function redactExchange(options: Happened): Exchange {
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
    curl: curlOf({
      method: request.method,
      url,
      headers: request.headers,
      key: request.key,
      body,
      lack: lackOf(request.body),
      conceal: redactor.conceal,
      nameKey: options.nameKey,
    }),
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
  const clean = redactor.redact(alone(text.slice(0, shownLength + margin)))
  if (text.length <= shownLength) return clean
  return `${clean.slice(0, shownLength)}… (${text.length} characters)`
}

/** A copy of a part of a text. The part itself would keep the whole text in memory. */
function alone(part: string): string {
  return Buffer.from(part).toString()
}

/** Why the body in the report is not the one that was sent; undefined if it is. */
function lackOf(body: string | Buffer | undefined): string | undefined {
  if (body === undefined) return undefined
  const text = textOf(body)
  if (text.length > shownLength) return `The body was cut, it had ${text.length} characters`
  return Buffer.from(text).equals(Buffer.from(body)) ? undefined : 'The body is no text'
}

function textOf(body: string | Buffer): string {
  return typeof body === 'string' ? body : body.toString('utf8')
}
