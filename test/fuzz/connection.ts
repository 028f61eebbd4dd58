import { connect, type Socket } from 'node:net'

/** One response as it came over the socket. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** The result of sending bytes. */
export interface Outcome {
  readonly answers: readonly WireResponse[]
  /** Bytes that are no response, or responses beyond the number of requests. */
  readonly rest: Buffer
  readonly closed: boolean
  /** Whether no bytes came within the time limit. */
  readonly timedOut: boolean
}

const interimResponse = 'HTTP/1.1 100 Continue\r\n\r\n'
const timeoutMs = 20_000

/** A socket that is used for several requests, as long as the server keeps it open. */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #received = new Received()
  #heard: () => void = () => undefined
  #closed = true

  constructor(port: number) {
    this.#port = port
  }

  /** Sends one request and returns its response, or the bytes that came instead. */
  async exchange(bytes: Buffer, method: string): Promise<Outcome> {
    const isFresh = this.#closed
    const outcome = await this.#send(bytes, method)
    // A server may close an idle connection at the moment of its next use. On a new connection it must respond.
    return isFresh || outcome.answers.length > 0 || outcome.timedOut ? outcome : this.#send(bytes, method)
  }

  async #send(bytes: Buffer, method: string): Promise<Outcome> {
    const socket = await this.#open()
    this.#received = new Received(method === 'HEAD')
    socket.write(bytes)
    return this.#waitForOutcome((received) => {
      const read = readFirstResponse(received, { method, closed: this.#closed })
      return read === undefined ? undefined : { answers: [read.answer], rest: received.subarray(read.length) }
    })
  }

  /** Sends bytes on a new connection, ends the sending side, and returns everything that came back. */
  async sendAndReadAll(bytes: Buffer): Promise<Outcome> {
    this.close()
    const socket = await this.#open()
    this.#received = new Received()
    socket.end(bytes)
    const outcome = await this.#waitForOutcome(() => undefined)
    const answers: WireResponse[] = []
    let rest = outcome.rest
    for (let read = readFirstResponse(rest, {}); read !== undefined; read = readFirstResponse(rest, {})) {
      answers.push(read.answer)
      rest = rest.subarray(read.length)
    }
    this.close()
    // Once the client has ended its side, a server may close the connection in the middle of a long response.
    if (rest.toString('latin1') === interimResponse) rest = Buffer.alloc(0)
    return { ...outcome, answers, rest }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
    this.#closed = true
  }

  #open(): Promise<Socket> {
    const known = this.#socket
    if (known !== undefined && !this.#closed && !known.destroyed) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
      this.#socket = socket
      this.#closed = false
      socket.once('connect', () => resolve(socket))
      socket.once('error', reject)
      socket.on('error', () => this.#end(socket))
      socket.on('data', (chunk) => {
        // Bytes that arrive late on an earlier connection are ignored.
        if (socket !== this.#socket) return
        this.#received.add(chunk)
        this.#heard()
      })
      socket.once('end', () => this.#end(socket))
      socket.once('close', () => this.#end(socket))
    })
  }

  #end(socket: Socket): void {
    if (socket !== this.#socket) return
    this.#closed = true
    socket.destroy()
    this.#heard()
  }

  /**
   * Resolves once `complete` finds its responses in the received bytes, the connection has ended, or the time limit is over.
   */
  #waitForOutcome(
    complete: (received: Buffer) => Pick<Outcome, 'answers' | 'rest'> | undefined,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const patience = setTimeout(() => finish({ answers: [], rest: this.#received.all() }, true), timeoutMs)
      const finish = (found: Pick<Outcome, 'answers' | 'rest'>, timedOut: boolean): void => {
        clearTimeout(patience)
        this.#heard = () => undefined
        if (timedOut) this.close()
        resolve({ ...found, closed: this.#closed, timedOut })
      }
      const checkReceived = (): void => {
        const found = this.#closed || this.#received.mayBeWhole ? complete(this.#received.all()) : undefined
        if (found !== undefined) finish(found, false)
        else if (this.#closed) finish({ answers: [], rest: this.#received.all() }, false)
      }
      this.#heard = checkReceived
      checkReceived()
    })
  }
}

/**
 * Collects the received bytes. They are joined only when they may contain a whole response, because a long response
 * comes in many pieces.
 */
class Received {
  #pieces: Buffer[] = []
  #length = 0
  #wanted = 0
  readonly #isHeadAlone: boolean

  /** `isHeadAlone`: the only request is HEAD, whose response states the length of a body that is not sent. */
  constructor(isHeadAlone = false) {
    this.#isHeadAlone = isHeadAlone
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#wanted === 0 && !this.#isHeadAlone) this.#wanted = readStatedLength(this.all())
  }

  /** Whether as many bytes have come as the response states. */
  get mayBeWhole(): boolean {
    return this.#length > 0 && this.#length >= this.#wanted
  }

  all(): Buffer {
    const [first] = this.#pieces
    const whole = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces)
    this.#pieces = [whole]
    return whole
  }
}

/** Returns the length of the first response in the received bytes, as far as its head states it. */
function readStatedLength(received: Buffer): number {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return 0
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(received.toString('latin1', 0, headEnd + 2)) ?? []
  return length === undefined ? 0 : headEnd + 4 + Number(length)
}

/** Returns the first response in the received bytes once it is complete. */
function readFirstResponse(
  received: Buffer,
  { method = 'GET', closed = false }: { readonly method?: string; readonly closed?: boolean },
): { readonly answer: WireResponse; readonly length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? []
  if (code === undefined) return undefined
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const status = Number(code)
  const from = headEnd + 4
  // An interim (1xx) response is followed by the final one.
  if (status < 200) {
    const next = readFirstResponse(received.subarray(from), { method, closed })
    return next && { answer: next.answer, length: next.length + from }
  }
  const body = readBody(received.subarray(from), { headers, method, status, closed })
  return body && { answer: { status, headers, body: body.bytes }, length: from + body.length }
}

function readBody(
  bytes: Buffer,
  answer: {
    readonly headers: readonly (readonly [string, string])[]
    readonly method: string
    readonly status: number
    readonly closed: boolean
  },
): { readonly bytes: Buffer; readonly length: number } | undefined {
  const { headers, method, status, closed } = answer
  if (method === 'HEAD' || status === 204 || status === 304) return { bytes: Buffer.alloc(0), length: 0 }
  const length = headers.find(([name]) => name === 'content-length')?.[1]
  if (length !== undefined) {
    const wanted = Number(length)
    return bytes.length >= wanted ? { bytes: bytes.subarray(0, wanted), length: wanted } : undefined
  }
  if (headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked'))
    return readChunks(bytes)
  return closed ? { bytes, length: bytes.length } : undefined
}

function readChunks(bytes: Buffer): { readonly bytes: Buffer; readonly length: number } | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const from = lineEnd + 2
    if (bytes.length < from + size + 2) return undefined
    if (size === 0) return { bytes: Buffer.concat(chunks), length: from + 2 }
    chunks.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}
