import type { CapturedExchange, Exchange, SentRequest } from '../answer.ts'
import { renderCurl } from '../curl.ts'
import type { Redactor } from '../redaction.ts'

const shownLength = 4_000
/**
 * How many characters of a body are stored beyond the ones that a report shows. Secrets are masked later, and half a
 * secret at the end of the stored text would not be masked.
 */
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

/** A request with its response, or with the reason why none came. Secrets are not masked. */
interface RawExchange {
  readonly request: SentRequest
  readonly response?:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
    | undefined
  readonly failure?: string | undefined
  readonly durationMs: number
  readonly redactor: Redactor
  /** Returns the shell variable that curl commands have in place of this API key. */
  nameKey(key: string): string
}

/** The longest exchange that is kept whole, in characters. Longer bodies are cut, as a target may send megabytes each time. */
const keptLength = 64 * 1024

/** A body, or the start of one that the report may show, with the length of the whole body. */
interface Body {
  readonly text: string
  readonly length: number
}

interface Bodies {
  readonly sent: Body | undefined
  /** How the body in the report differs from the sent body; undefined if they are the same. */
  readonly lack: string | undefined
  readonly answered: Body | undefined
}

/** Captures an exchange for reports. Secrets are masked and bodies cut only when the exchange is shown, as most exchanges never are. */
export function captureExchange(happened: RawExchange): CapturedExchange {
  if (computeTotalLength(happened) <= keptLength)
    return redactOnFirstShow(() => redactExchange(happened, readBodies(happened)))
  return captureWithoutWholeBodies(removeBodies(happened), cutBodies(readBodies(happened)))
}

/** Captures an exchange with cut bodies. It is a separate function, so that its closure does not keep the whole bodies in memory. */
function captureWithoutWholeBodies(happened: RawExchange, bodies: Bodies): CapturedExchange {
  return redactOnFirstShow(() => redactExchange(happened, bodies))
}

function redactOnFirstShow(redacted: () => Exchange): CapturedExchange {
  let shown: Exchange | undefined
  return {
    show: () => {
      shown ??= redacted()
      return shown
    },
  }
}

function computeTotalLength({ request, response }: RawExchange): number {
  return (request.body?.length ?? 0) + (response?.text.length ?? 0)
}

function readBodies({ request, response }: RawExchange): Bodies {
  return {
    sent: request.body === undefined ? undefined : createBody(readBodyText(request.body)),
    lack: describeInexactBody(request.body),
    answered: response === undefined ? undefined : createBody(response.text),
  }
}

const createBody = (text: string): Body => ({ text, length: text.length })

function removeBodies({ request, response, ...others }: RawExchange): RawExchange {
  return {
    ...others,
    request: { ...request, body: undefined },
    response: response === undefined ? undefined : { ...response, text: '' },
  }
}

function cutBodies({ sent, lack, answered }: Bodies): Bodies {
  return { sent: cutBody(sent), lack, answered: cutBody(answered) }
}

function cutBody(body: Body | undefined): Body | undefined {
  return body === undefined
    ? undefined
    : { ...body, text: copyText(body.text.slice(0, shownLength + margin)) }
}

function redactExchange(options: RawExchange, { sent, lack, answered }: Bodies): Exchange {
  const { request, response, failure, redactor } = options
  const url = redactor.conceal(request.url)
  const headers = redactHeaders(request.headers, redactor)
  const body = sent === undefined ? null : redactAndCutBody(sent, redactor.redactOwn)
  return {
    request: { method: request.method, url, headers, body },
    response:
      response === undefined || answered === undefined
        ? null
        : {
            status: response.status,
            headers: redactHeaders(
              Object.fromEntries(Object.entries(response.headers).filter(([name]) => shownHeaders.has(name))),
              redactor,
            ),
            body: redactAndCutBody(answered, redactor.redact),
          },
    failure: failure === undefined ? null : redactor.conceal(failure),
    curl: renderCurl({
      method: request.method,
      url,
      headers: request.headers,
      added: request.added,
      key: request.key,
      body,
      lack,
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

function redactAndCutBody({ text, length }: Body, redact: Redactor['redact']): string {
  const clean = redact(copyText(text.slice(0, shownLength + margin)))
  return length <= shownLength ? clean : `${clean.slice(0, shownLength)}… (${length} characters)`
}

/** Copies a part of a text. A slice would keep the whole text in memory. */
function copyText(part: string): string {
  return Buffer.from(part).toString()
}

function describeInexactBody(body: string | Buffer | undefined): string | undefined {
  if (body === undefined) return undefined
  const text = readBodyText(body)
  if (text.length > shownLength) return `The body was cut, it had ${text.length} characters`
  return Buffer.from(text).equals(Buffer.from(body)) ? undefined : 'The body is no text'
}

function readBodyText(body: string | Buffer): string {
  return typeof body === 'string' ? body : body.toString('utf8')
}
