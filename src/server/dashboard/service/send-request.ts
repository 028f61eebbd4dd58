import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseAddress, parseRates, parseTracker } from '../../../simulator/requests/parse.ts'
import {
  ApiError,
  type FieldProblem,
  isErrorCode,
  isSimulatorErrorCode,
} from '../../../simulator/specification/errors.ts'
import type { ServerContext } from '../../service/exchange.ts'
import { pagesAgent } from '../../service/log-exchange.ts'

/** The maximum time that the dashboard waits for a response of the service (real time). */
const responseTimeoutMs = 30_000

/** A request to the service, as a client of the account sends it. */
export interface ServiceRequest {
  readonly method: string
  /** The path with its query, beginning with `/v1`. */
  readonly path: string
  /** The value of the API key; empty sends none. */
  readonly key: string
  /** The body as text; undefined for a request without one. */
  readonly body: string | undefined
}

/** The response of the service. */
export interface ServiceResponse {
  readonly status: number
  readonly requestId: string
  /** The parsed body; undefined if the body is not JSON. */
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Thrown if the service refuses a request of a page. Contains the request id. */
export class ServiceRefusal extends ApiError {
  readonly requestId: string

  constructor({ status, requestId, body }: ServiceResponse, sent: ServiceRequest) {
    const { code, message, field, suggestions } = Object(Object(body).error)
    super(isKnownCode(code) ? code : 'REQUEST.INTERNAL.ERROR', {
      status,
      message:
        typeof message === 'string'
          ? `The service responded with ${status} ${code}: ${message}`
          : `The service responded with ${status}, but its body is not an error in the documented format.`,
      extras: {
        ...(typeof field === 'string' && { field }),
        ...(Array.isArray(suggestions) && { suggestions }),
      },
      problems: typeof field === 'string' ? listBodyProblems(sent, field, message) : [],
    })
    this.requestId = requestId
  }
}

/** The parsers of the request bodies that forms send, by operation. */
const bodyParsers: Readonly<Record<string, (body: unknown) => unknown>> = {
  'POST /v1/addresses/validate': parseAddress,
  'POST /v1/rates': parseRates,
  'POST /v1/trackers': parseTracker,
}

/**
 * Returns all problems of a refused body, because the service names only one. If parsing finds none, returns the
 * problem that the service named.
 */
function listBodyProblems(sent: ServiceRequest, field: string, message: unknown): readonly FieldProblem[] {
  try {
    bodyParsers[`${sent.method} ${sent.path}`]?.(JSON.parse(sent.body ?? ''))
  } catch (error) {
    if (error instanceof ApiError) return error.problems
  }
  const text = String(message).replace(/\.$/, '')
  return [{ field, reason: text.startsWith(`${field} `) ? text.slice(field.length + 1) : text }]
}

function isKnownCode(code: unknown): code is ApiError['code'] {
  return typeof code === 'string' && (isErrorCode(code) || isSimulatorErrorCode(code))
}

/**
 * Sends a request to the service over HTTP, so that keys, limits, faults and the request log apply as to any client.
 * Throws a ServiceRefusal for a status of 400 or more, unless `acceptsAll` is true.
 */
export async function sendToService(server: ServerContext, sent: ServiceRequest, acceptsAll: boolean) {
  const response = await sendOverHttp(server.getLocalUrl() + sent.path, sent).catch(failOnLostResponse)
  if (response.status < 400 || acceptsAll) return response
  throw new ServiceRefusal(response, sent)
}

async function sendOverHttp(url: string, { method, key, body }: ServiceRequest): Promise<ServiceResponse> {
  const sentHeaders = {
    'User-Agent': pagesAgent,
    ...(key !== '' && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const signal = AbortSignal.timeout(responseTimeoutMs)
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = openRequest(url, { method, headers: sentHeaders, agent: false, signal }, resolve)
    outgoing.on('error', reject).end(body)
  })
  const bytes = await buffer(incoming)
  const { statusCode: status = 0, headers } = incoming
  const requestId = String(headers['x-request-id'] ?? '')
  return { status, requestId, headers, bytes, body: parseJson(bytes.toString()) }
}

function failOnLostResponse(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new ApiError('REQUEST.INTERNAL.ERROR', {
    message: `The service sent no complete response (${reason}). The page Requests shows whether the request was carried out.`,
    suggestion: 'Remove the fault that loses responses, or find the request on the page Requests.',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
