import type { ErrorCode } from '../../simulator/specification/errors.ts'
import type { Known } from '../../simulator/specification/model.ts'

/** The facts of an error response. */
export interface ErrorResponse {
  /** The method and path of the request. */
  readonly request: string
  /** The HTTP status. */
  readonly status: number
  /** The body. */
  readonly text: string
  /** Returns the value of a header by its name in any letter case; null if it is missing. */
  readonly header: (name: string) => string | null
}

/**
 * The service answered with an error (specification, Envelope). Fields that the response lacks are undefined; without an
 * envelope, as from a proxy, that is all of them but `status`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** The HTTP status. */
  readonly status: number
  /** The error code, such as `RATE.EXPIRED`. Its first part is the category: match it with `code?.startsWith('LABEL.')`. */
  readonly code: Known<ErrorCode> | undefined
  /** Advice for what to do next. */
  readonly suggestion: string | undefined
  /** The URL of the page about the code. */
  readonly docsUrl: string | undefined
  /** The id of the request, from the envelope or the header `X-Request-Id`. Support asks for it. */
  readonly requestId: string | undefined
  /** How many seconds to wait before the next try, from the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** The path of the field that the error is about, such as `to_address.zip`. */
  readonly field: string | undefined
  /** The scope that the key lacks. */
  readonly requiredScope: string | undefined
  /** The carrier's own message. */
  readonly rawCarrierError: string | undefined
  /** The error object as received, with all its fields, such as `suggestions` and `key_scopes`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor({ request, status, text, header }: ErrorResponse) {
    const body = errorIn(text)
    const textOf = (field: string) => (typeof body[field] === 'string' ? body[field] : undefined)
    const code = textOf('code')
    const requestId = textOf('request_id') ?? header('X-Request-Id') ?? undefined
    const known = [code, textOf('message')].filter((part) => part !== undefined).join(': ')
    const about = [request, `status ${status}`, requestId].filter((part) => part !== undefined).join(', ')
    const said = [known || withoutEnvelope(text), textOf('suggestion')].filter((part) => part !== undefined)
    super(`${said.join(' ')} (${about})`)
    this.status = status
    this.code = code
    this.suggestion = textOf('suggestion')
    this.docsUrl = textOf('docs_url')
    this.requestId = requestId
    this.retryAfterSeconds = secondsIn(header('Retry-After'))
    this.field = textOf('field')
    this.requiredScope = textOf('required_scope')
    this.rawCarrierError = textOf('raw_carrier_error')
    this.body = body
  }
}

/**
 * No response to a request could be read: the connection failed or was cut, it took too long, or a success has no JSON. `cause`
 * is the error of `fetch`.
 */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  /** Whether the service may have carried out the request. Then a purchase must not be repeated before a look at what was bought. */
  readonly mayBeCarriedOut: boolean

  constructor(
    request: string,
    reason: string,
    options: ErrorOptions & { readonly mayBeCarriedOut: boolean },
  ) {
    const doubt = options.mayBeCarriedOut ? ' The service may have carried it out.' : ''
    super(`No response to ${request} could be read: ${reason}.${doubt}`, options)
    this.mayBeCarriedOut = options.mayBeCarriedOut
  }
}

/** How much of a response without an envelope the message shows, in characters. */
const shownCharacters = 200

function withoutEnvelope(text: string): string {
  const start = text.trim().replaceAll(/\s+/g, ' ').slice(0, shownCharacters)
  return start === '' ? 'An error without a body.' : `An error without an envelope: ${start}`
}

function errorIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...Object(Object(JSON.parse(text)).error) }
  } catch {
    return {}
  }
}

/** The specification has seconds; a proxy in between may send a date, which is no number. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : undefined
}
