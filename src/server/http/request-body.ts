import type { IncomingMessage } from 'node:http'
import { parseJson, refuseField } from '../../simulator/requests/json-body.ts'
import { LargeJsonReader } from '../../simulator/requests/large-json.ts'
import type { ListBodyReader } from '../../simulator/requests/list-body.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import { beginRequestWork } from '../loop-watch.ts'
import { runInSlices } from '../time-slices.ts'
import { bodyMemory, largeBodiesBytes } from './body-memory.ts'

const kibibyte = 1024
/** The length of the pieces in which a large body is passed to its parser. */
const stepBytes = 16 * kibibyte
export const bodyLimitBytes = 256 * kibibyte
/**
 * The maximum size of a batch body. It is large enough that a batch of 10,000 items is refused because of its number of
 * items and not of its size (choices 4).
 */
export const batchBodyLimitBytes = 16 * kibibyte * kibibyte

/**
 * The maximum time that a large body waits for room in memory (real time). It is shorter than Node's timeout, so the
 * client gets a refusal of the simulator.
 */
const longestWaitMs = 20_000

/** The maximum time that the server waits for the next bytes of a refused body (real time). */
const silenceMs = 1_000
/** The maximum bytes of a refused body that are read and dropped. */
const maxDroppedBytes = 1024 * kibibyte * kibibyte

/**
 * How the reading of a body ended. A request with a `cut_off` body is never carried out, because the body is
 * incomplete. `refused` means that the parser found a mistake before the end.
 */
type BodyEnd = 'whole' | 'too_large' | 'cut_off' | 'no_room' | 'refused'

/** The body of a request. `bytes` has only the bytes up to the limit. */
export interface RequestBody {
  readonly bytes: Uint8Array
  readonly end: BodyEnd
  /** The parser that received a large body while it arrived. */
  readonly reader?: ListBodyReader | undefined
  /** The error of the reader that refused the body, or the reason why the body was cut off. */
  readonly refusal?: unknown
  /** The JSON value of the body, once the operation has parsed it; the review uses it again. */
  json?: unknown
  /** Releases the room in memory of a large body. To be called when no code needs the body any more. */
  readonly release: () => void
}

/**
 * Reads a body up to a limit. Never rejects: `end` in the result says how the reading ended. `createReader` makes the
 * parser that receives a large body while it arrives.
 */
export function readBody(
  incoming: IncomingMessage,
  limitBytes: number,
  createReader?: () => ListBodyReader,
): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let reader: ListBodyReader | undefined
    new BodyReception(incoming, limitBytes, {
      keep: (chunk) => chunks.push(chunk),
      write: (bytes) => {
        reader ??= createReader?.()
        reader?.write(bytes)
      },
      // Each field is named, because a spread would take as long as receiving the body.
      finish: ({ end, refusal, release }) =>
        resolve({ bytes: joinChunks(chunks), end, reader, refusal, json: undefined, release }),
    })
  })
}

function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks)
}

/** Reads a body up to a limit. Rejects with REQUEST.BODY.TOO_LARGE, or REQUEST.SYNTAX.INVALID if it was cut off. */
export async function readWholeBody(incoming: IncomingMessage, limitBytes: number): Promise<RequestBody> {
  const body = await readBody(incoming, limitBytes)
  checkBodyEnd(body)
  return body
}

/** A body of megabytes that was cut into parts as it arrived. */
export interface LargeBody {
  /** Returns the JSON object in the body. Throws REQUEST.BODY.TOO_LARGE or VALIDATION.FIELD.INVALID. */
  json(contentType: string | undefined): object
  readonly isEmpty: boolean
  readonly release: () => void
}

/**
 * Reads a large body up to a limit. Stops as soon as the body turns out to be no JSON object, to be nested too deeply
 * or to have too large parts.
 */
export function readLargeBody(
  incoming: IncomingMessage,
  { limitBytes, cutDepth }: { readonly limitBytes: number; readonly cutDepth: number },
): Promise<LargeBody> {
  return new Promise((resolve) => {
    const reader = new LargeJsonReader({ cutDepth })
    let isEmpty = true
    new BodyReception(incoming, limitBytes, {
      keep: () => {
        isEmpty = false
      },
      write: (bytes) => reader.write(bytes),
      finish: ({ end, refusal, unread, release }) => {
        const json = (contentType: string | undefined): object => {
          if (end === 'too_large') throw createLargeBodyRefusal(limitBytes)
          checkBody({ end, refusal }, contentType)
          for (const chunk of unread) reader.write(chunk)
          return reader.end().value
        }
        resolve({ json, isEmpty: isEmpty && end === 'whole', release })
      },
    })
  })
}

/** Returns the error for a body above the limit of a control call. Its suggestion names this call's limit. */
export function createLargeBodyRefusal(limitBytes: number): ApiError {
  return new ApiError('REQUEST.BODY.TOO_LARGE', {
    suggestion: `Send at most ${limitBytes / (kibibyte * kibibyte)} MiB.`,
  })
}

/** The errors of requests whose body cannot be read to its end. */
const cutOff = new WeakMap<IncomingMessage, ApiError>()

/** Ends a body that cannot be read any further. The request is refused, even if its body is read only later. */
export function cutOffBody(incoming: IncomingMessage, error: ApiError): void {
  cutOff.set(incoming, error)
  if (incoming.listenerCount('error') > 0) incoming.emit('error', error)
}

/** How the reception of a body ended. */
interface Received {
  readonly end: BodyEnd
  /** Why `write` refused the body, or why the body was cut off. */
  readonly refusal?: unknown
  /** The bytes that were not passed to `write`: all bytes of a body that is not large. */
  readonly unread: readonly Buffer[]
  readonly release: () => void
}

interface Receiver {
  /** Receives each chunk when it arrives. */
  readonly keep: (chunk: Buffer) => void
  /** Receives the bytes of a large body in small pieces. Throws to refuse the body. */
  readonly write: (bytes: Uint8Array) => void
  readonly finish: (received: Received) => void
}

/**
 * Receives a body up to a limit. A large body, beyond the usual limit, waits for room in memory. It is then passed on
 * in steps, and its sender waits meanwhile, because many senders together would send faster than the simulator parses.
 * The rest of a refused body is read and dropped: many clients see only a broken connection if the response comes while
 * they still send.
 */
class BodyReception {
  readonly #incoming: IncomingMessage
  readonly #limitBytes: number
  readonly #receiver: Receiver
  /** The length of the body that the client declared; 0 if it declared none. */
  readonly #declaredBytes: number
  #lengthBytes = 0
  #unread: Buffer[] = []
  #isLarge = false
  #isPassingOn = false
  #hasEnded = false
  #isDone = false
  #refusal: unknown
  /** How the reading of a refused body ended. */
  #refusedEnd: BodyEnd = 'refused'
  #silence: NodeJS.Timeout | undefined
  #release: () => void = () => undefined

  constructor(incoming: IncomingMessage, limitBytes: number, receiver: Receiver) {
    this.#incoming = incoming
    this.#limitBytes = limitBytes
    this.#receiver = receiver
    this.#declaredBytes = Number(incoming.headers['content-length'] ?? 0)
    incoming.on('data', this.#receiveChunk)
    incoming.on('end', () => {
      this.#hasEnded = true
      if (this.#refusal !== undefined) this.#finishReading(this.#refusedEnd)
      else if (!this.#isPassingOn) this.#finishReading('whole')
    })
    incoming.on('error', this.#cutOff)
    incoming.on('close', this.#cutOff)
    if (cutOff.has(incoming)) this.#cutOff()
  }

  readonly #cutOff = (): void => {
    // The whole body has arrived, although the steps that parse it may still run.
    if (this.#hasEnded) return
    // A body that was refused before it was cut off keeps the reason of the refusal.
    if (this.#refusal !== undefined) {
      this.#finishReading(this.#refusedEnd)
      return
    }
    this.#refusal = cutOff.get(this.#incoming)
    this.#finishReading('cut_off')
  }

  readonly #receiveChunk = (chunk: Buffer): void => {
    this.#lengthBytes += chunk.length
    beginRequestWork(this.#incoming)
    if (this.#refusal !== undefined) {
      if (this.#lengthBytes > this.#limitBytes + maxDroppedBytes) this.#stopReading()
      else this.#silence?.refresh()
      return
    }
    if (Math.max(this.#lengthBytes, this.#declaredBytes) > this.#limitBytes) {
      this.#refuseBody('too_large', 'too_large')
      return
    }
    this.#receiver.keep(chunk)
    this.#unread.push(chunk)
    if (this.#isLarge) this.#passBodyOn()
    else if (this.#lengthBytes > bodyLimitBytes) this.#awaitMemory()
  }

  #awaitMemory(): void {
    this.#isLarge = true
    this.#isPassingOn = true
    this.#incoming.pause()
    const giveUpTimer = setTimeout(() => this.#refuseBody('no_room', 'no_room'), longestWaitMs)
    const release = bodyMemory.reserve(this.#declaredBytes || this.#limitBytes, () => {
      clearTimeout(giveUpTimer)
      this.#passBodyOn()
    })
    this.#release = () => {
      clearTimeout(giveUpTimer)
      release()
    }
  }

  #passBodyOn(): void {
    this.#isPassingOn = true
    this.#incoming.pause()
    void runInSlices(this.#writeInSteps()).then(
      () => {
        this.#isPassingOn = false
        if (this.#hasEnded) this.#finishReading('whole')
        else if (!this.#isDone) this.#incoming.resume()
      },
      (refusal: unknown) => this.#refuseBody('refused', refusal),
    )
  }

  *#writeInSteps(): Generator<void> {
    for (let chunk = this.#unread.shift(); chunk !== undefined; chunk = this.#unread.shift()) {
      for (let at = 0; at < chunk.length && !this.#isDone; at += stepBytes) {
        this.#receiver.write(chunk.subarray(at, at + stepBytes))
        yield
      }
    }
  }

  /** Refuses the body. Its rest is read and dropped before the reading finishes. */
  #refuseBody(end: BodyEnd, refusal: unknown): void {
    if (this.#isDone) return
    this.#refusedEnd = end
    this.#refusal = refusal
    this.#release()
    this.#unread = []
    if (this.#hasEnded) {
      this.#finishReading(end)
      return
    }
    this.#silence = setTimeout(() => this.#stopReading(), silenceMs)
    this.#incoming.resume()
  }

  /** Stops reading a refused body before its end. */
  #stopReading(): void {
    this.#incoming.off('data', this.#receiveChunk)
    this.#incoming.pause()
    this.#finishReading(this.#refusedEnd)
  }

  #finishReading(end: BodyEnd): void {
    if (this.#isDone) return
    this.#isDone = true
    clearTimeout(this.#silence)
    beginRequestWork(this.#incoming)
    const release = (): void => this.#release()
    this.#receiver.finish({ end, refusal: this.#refusal, unread: this.#unread, release })
  }
}

/**
 * Returns the JSON object in a body (choices 3, 4). Throws the errors of `checkBody`, and VALIDATION.FIELD.INVALID if
 * the body is no JSON object.
 */
export function parseBody(body: RequestBody, contentType: string | undefined): unknown {
  checkBody(body, contentType)
  body.json = parseJson(body.bytes)
  return body.json
}

/** Throws if a body must not be parsed: it is incomplete, not JSON by its Content-Type, or refused on arrival. */
export function checkBody(
  { end, refusal }: Pick<RequestBody, 'end' | 'refusal'>,
  contentType: string | undefined,
): void {
  checkBodyEnd({ end, refusal })
  if (!isJsonType(contentType)) refuseField('Content-Type', 'must be application/json')
  if (end === 'refused') throw refusal
}

/**
 * Throws if a body is incomplete: REQUEST.BODY.TOO_LARGE above the limit, REQUEST.SYNTAX.INVALID or
 * REQUEST.TIMEOUT.EXCEEDED if it was cut off, REQUEST.CAPACITY.EXCEEDED if there was no room in memory.
 */
export function checkBodyEnd({ end, refusal }: Pick<RequestBody, 'end' | 'refusal'>): void {
  if (end === 'too_large') throw new ApiError('REQUEST.BODY.TOO_LARGE')
  if (end === 'cut_off') throw refusal ?? new ApiError('REQUEST.SYNTAX.INVALID')
  if (end !== 'no_room') return
  const message = `Large bodies of other requests fill the ${largeBodiesBytes / (kibibyte * kibibyte)} MiB that the simulator has for them. Send this request again later.`
  throw new ApiError('REQUEST.CAPACITY.EXCEEDED', { message })
}

const jsonType = 'application/json'

function isJsonType(contentType: string | undefined): boolean {
  if (contentType === jsonType) return true
  return contentType?.split(';')[0]?.trim().toLowerCase() === jsonType
}
