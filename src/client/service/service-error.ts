import type { ErrorCode } from '../../simulator/specification/errors.ts'
import type { Known } from '../../simulator/specification/model.ts'

/** An error response of the service, and its request. */
export interface ErrorResponse {
  /** The method and path of the request. */
  readonly request: string
  /** The HTTP status. */
  readonly status: number
  /** The response body. */
  readonly text: string
  /** Returns the value of a header by its name in any letter case; null if it is missing. */
  readonly header: (name: string) => string | null
}

/**
 * An error response of the service (specification, Envelope). Fields that the response lacks are undefined. For a response
 * without an `error` object, as from a proxy, only the `status` and perhaps fields from headers are set.
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
  /** The id of the request, from the `error` object or the header `X-Request-Id`. Support asks for it. */
  readonly requestId: string | undefined
  /** How many seconds to wait before the next request, from the header `Retry-After`. */
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
    const body = parseErrorObject(text)
    const getTextField = (field: string) => (typeof body[field] === 'string' ? body[field] : undefined)
    const code = getTextField('code')
    const requestId = getTextField('request_id') ?? header('X-Request-Id') ?? undefined
    const known = [code, getTextField('message')].filter((part) => part !== undefined).join(': ')
    const about = [request, `status ${status}`, requestId].filter((part) => part !== undefined).join(', ')
    const sentences = [known || describeBodyWithoutError(text), getTextField('suggestion')].filter(
      (part) => part !== undefined,
    )
    super(`${sentences.join(' ')} (${about})`)
    this.status = status
    this.code = code
    this.suggestion = getTextField('suggestion')
    this.docsUrl = getTextField('docs_url')
    this.requestId = requestId
    this.retryAfterSeconds = parseRetryAfter(header('Retry-After'))
    this.field = getTextField('field')
    this.requiredScope = getTextField('required_scope')
    this.rawCarrierError = getTextField('raw_carrier_error')
    this.body = body
  }
}

/**
 * The error if no response to a request could be read: the connection failed or was cut, the request took too long, or a
 * successful response has no JSON. `cause` is the error of `fetch`.
 */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  /**
   * Whether the service may have carried out the request; false for a GET, which changes nothing. If true, find out what
   * was bought before you repeat a purchase.
   */
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

/** The maximum characters that a message shows of a body without an `error` object. */
const maxShownCharacters = 200

function describeBodyWithoutError(text: string): string {
  const start = text.trim().replaceAll(/\s+/g, ' ').slice(0, maxShownCharacters)
  return start === ''
    ? 'An error response without a body.'
    : `An error response without an error object: ${start}`
}

function parseErrorObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...Object(Object(JSON.parse(text)).error) }
  } catch {
    return {}
  }
}

/** Returns the seconds in the header `Retry-After`; undefined for a date, which a proxy may send. */
function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : undefined
}
