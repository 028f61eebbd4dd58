import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { assertDescribed } from './described-answers.ts'

/**
 * The one client of tests, and of the programs that try to break the simulator: each request they make of it goes through
 * here, over sockets and with the headers named, Host and Content-Length, and no others. It reads whole answers, follows
 * no redirect, and judges one thing: that an answer is as the simulator's schemas describe its answers, to the last field.
 * `createAccount` (account.ts) adds an account of one's own and checks. If the bytes themselves matter, use `sendRaw` (raw-request.ts); `fetch` is for scripts that show what users write.
 */
export class TestClient {
  readonly url: string
  /** How many requests were answered. */
  answered = 0
  readonly #heard: (answer: Answer) => void
  readonly #certificate: Buffer | undefined

  /** `heard` is told of each answer, in the order in which they come. `certificate` is trusted, for an https URL. */
  constructor(url: string, heard: (answer: Answer) => void = () => undefined, certificate?: Buffer) {
    this.url = url
    this.#heard = heard
    this.#certificate = certificate
  }

  /** The answer; fails where the connection died before all of it had come. */
  async send(question: Question): Promise<Answer> {
    const answer = await exchange(this.url, question, this.#certificate)
    if (question.isSpoiled !== true) assertDescribed({ ...answer, ...placeOf(this.url, question) })
    this.answered += 1
    this.#heard(answer)
    return answer
  }

  /** The answer; undefined where the connection died before all of it had come. */
  async ask(question: Question): Promise<Answer | undefined> {
    return this.send(question).catch((error: unknown) => {
      if (isBroken(error)) return undefined
      throw error
    })
  }

  /** The body of an answer that must come and must be a success. */
  async read(question: Question): Promise<unknown> {
    const answer = await this.send(question)
    const { request: asked, status, bytes } = answer
    assert(status >= 200 && status <= 299, `${asked} was answered ${status}: ${bytes.toString()}`)
    return bytes.length === 0 ? undefined : json(answer)
  }
}

export interface Question {
  /** GET where left out. */
  readonly method?: string | undefined
  /** Below the client's URL, with its query; that URL itself where left out. */
  readonly path?: string
  /** Sent as the bearer, where there is one. */
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is in the place of a body, with no Content-Type but one that is named. */
  readonly raw?: string | Uint8Array | undefined
  /** That a fault spoils the answer, which then is none that is described. */
  readonly isSpoiled?: boolean | undefined
}

/** An answer that came in full, byte for byte. */
export interface Answer {
  /** The request: `GET /v1/wallet`. */
  readonly request: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly requestId: string
  /** The JSON of the body; undefined where it holds none. */
  readonly body: unknown
}

function placeOf(url: string, { method = 'GET', path = '' }: Question) {
  const [whole = ''] = `${url}${path}`.split('?')
  const [origin = ''] = /^\w+:\/\/[^/]*/.exec(whole) ?? []
  return { method, origin, path: whole.slice(origin.length) }
}

/** A header that comes once. */
export function header({ headers, request: asked }: Answer, name: string): string {
  const value = headers[name.toLowerCase()]
  assert(typeof value === 'string', `${asked} was answered without the header ${name}`)
  return value
}

/** The body of an answer that must be JSON. */
export function json({ body, bytes, request: asked, status }: Answer): unknown {
  const text = bytes.toString('utf8', 0, 200)
  assert(body !== undefined, `${asked} was answered ${status} with a body that is no JSON: ${text}`)
  return body
}

/** One pool of sockets for all clients of a process: those at rest keep nothing alive. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The connection died, or never was. */
class ConnectionDied extends Error {}

function isBroken(error: unknown): boolean {
  return error instanceof ConnectionDied
}

function exchange(url: string, question: Question, ca: Buffer | undefined): Promise<Answer> {
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
    const died = (reason: Error): void => {
      reject(new ConnectionDied(`${method} ${path} was not answered: ${reason.message}`, { cause: reason }))
    }
    const options = { method, headers: named }
    const open = (take: (response: IncomingMessage) => void) =>
      ca === undefined
        ? request(`${url}${path}`, { ...options, agent }, take)
        : secureRequest(`${url}${path}`, { ...options, ca }, take)
    const asked = open((response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', died)
      response.once('end', () => {
        if (!response.complete) return died(new Error('it ended too early.'))
        const { statusCode: status = 0, headers: told } = response
        const all = Buffer.concat(chunks)
        resolve({
          request: `${method} ${path}`,
          status,
          headers: told,
          bytes: all,
          requestId: String(told['x-request-id']),
          body: parsed(all),
        })
      })
    })
    // A client refused while it still sends gets several errors.
    asked.on('error', died)
    asked.end(bytes)
  })
}

/** The JSON in these bytes, of an object or a list, as all of the service's bodies are one. */
function parsed(bytes: Buffer): unknown {
  if (bytes[0] !== 0x7b && bytes[0] !== 0x5b) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
