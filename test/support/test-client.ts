import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { assertDescribed } from './described-answers.ts'

/**
 * The client of all tests, and of the programs that try to break the simulator. It uses sockets, and sends only the
 * given headers, Host and Content-Length. It follows no redirect, and checks every response against the schemas of the
 * simulator. `createAccount` in account.ts adds an account and more checks. For tests of single bytes use `sendRaw` in
 * raw-request.ts. `fetch` is only for scripts that users would write.
 */
export class TestClient {
  readonly url: string
  /** The number of responses that the client has received. */
  responseCount = 0
  readonly #heard: (answer: TestResponse) => void
  readonly #certificate: Buffer | undefined

  /** Calls `heard` with each response, in the order of arrival. Trusts `certificate` for an https URL. */
  constructor(url: string, heard: (answer: TestResponse) => void = () => undefined, certificate?: Buffer) {
    this.url = url
    this.#heard = heard
    this.#certificate = certificate
  }

  /** Resolves with the response. Fails if the connection ended before the response was complete. */
  async send(question: TestRequest): Promise<TestResponse> {
    const answer = await sendOnce(this.url, question, this.#certificate)
    if (question.isSpoiled !== true) assertDescribed({ ...answer, ...resolveUrl(this.url, question) })
    this.responseCount += 1
    this.#heard(answer)
    return answer
  }

  /** Resolves with the response; with undefined if the connection ended before the response was complete. */
  async trySend(question: TestRequest): Promise<TestResponse | undefined> {
    return this.send(question).catch((error: unknown) => {
      if (isConnectionError(error)) return undefined
      throw error
    })
  }

  /** Resolves with the body of a response, which must be a success. */
  async read(question: TestRequest): Promise<unknown> {
    const answer = await this.send(question)
    const { request: asked, status, bytes } = answer
    assert(status >= 200 && status <= 299, `${asked} got ${status}: ${bytes.toString()}`)
    return bytes.length === 0 ? undefined : readJson(answer)
  }
}

export interface TestRequest {
  /** The HTTP method, GET by default. */
  readonly method?: string | undefined
  /** The path below the client's URL, with its query; the URL itself by default. */
  readonly path?: string
  /** The API key, sent as the bearer token. */
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The body, sent as JSON. */
  readonly body?: unknown
  /** A body that is sent unchanged, with no Content-Type unless one is given. */
  readonly raw?: string | Uint8Array | undefined
  /** Whether a fault spoils the response, so that it has no schema. */
  readonly isSpoiled?: boolean | undefined
}

/** A response that arrived in full, byte for byte. */
export interface TestResponse {
  /** The method and path of the request, such as `GET /v1/wallet`. */
  readonly request: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly requestId: string
  /** The JSON of the body; undefined if it is not JSON. */
  readonly body: unknown
}

function resolveUrl(url: string, { method = 'GET', path = '' }: TestRequest) {
  const [whole = ''] = `${url}${path}`.split('?')
  const [origin = ''] = /^\w+:\/\/[^/]*/.exec(whole) ?? []
  return { method, origin, path: whole.slice(origin.length) }
}

/** Returns the value of a header that must occur exactly once. */
export function readHeader({ headers, request: asked }: TestResponse, name: string): string {
  const value = headers[name.toLowerCase()]
  assert(typeof value === 'string', `${asked} got a response without the header ${name}`)
  return value
}

/** Returns the JSON value of a response body. Throws if the body is not JSON. */
export function readJson({ body, bytes, request: asked, status }: TestResponse): unknown {
  const text = bytes.toString('utf8', 0, 200)
  assert(body !== undefined, `${asked} got ${status} with a body that is not JSON: ${text}`)
  return body
}

/** The sockets that all test clients of a process share. Idle sockets do not keep the process alive. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Thrown if the connection ended early, or was never made. */
class ConnectionDied extends Error {}

function isConnectionError(error: unknown): boolean {
  return error instanceof ConnectionDied
}

function sendOnce(url: string, question: TestRequest, ca: Buffer | undefined): Promise<TestResponse> {
  const { method = 'GET', path = '', key, headers, body, raw } = question
  const sent = body === undefined ? raw : JSON.stringify(body)
  const bytes = sent === undefined ? undefined : Buffer.from(sent)
  const named = {
    ...(bytes !== undefined && { 'Content-Length': String(bytes.length) }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key !== undefined && key !== null && { Authorization: `Bearer ${key}` }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const failWaiting = (reason: Error): void => {
      reject(new ConnectionDied(`${method} ${path} got no response: ${reason.message}`, { cause: reason }))
    }
    const options = { method, headers: named }
    const open = (take: (response: IncomingMessage) => void) =>
      ca === undefined
        ? request(`${url}${path}`, { ...options, agent }, take)
        : secureRequest(`${url}${path}`, { ...options, ca }, take)
    const asked = open((response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', failWaiting)
      response.once('end', () => {
        if (!response.complete) return failWaiting(new Error('the response ended too early.'))
        const { statusCode: status = 0, headers: told } = response
        const all = Buffer.concat(chunks)
        resolve({
          request: `${method} ${path}`,
          status,
          headers: told,
          bytes: all,
          requestId: String(told['x-request-id']),
          body: parseJson(all),
        })
      })
    })
    // A client that gets a refusal while it still sends may get several errors.
    asked.on('error', failWaiting)
    asked.end(bytes)
  })
}

/** Returns the JSON object or list in these bytes; every body of the service is an object or a list. */
function parseJson(bytes: Buffer): unknown {
  if (bytes[0] !== 0x7b && bytes[0] !== 0x5b) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
