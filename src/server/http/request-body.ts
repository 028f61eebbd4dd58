import type { IncomingMessage } from 'node:http'
import { parseJson, refuseField } from '../../simulator/requests/json-body.ts'
import { LargeJsonReader } from '../../simulator/requests/large-json.ts'
import type { ListBodyReader } from '../../simulator/requests/list-body.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import { beginRequestWork } from '../loop-watch.ts'
import { runInSlices } from '../time-slices.ts'
import { bodyMemory, largeBodiesBytes } from './body-memory.ts'

const kibibyte = 1024
/** A large body is passed to its parser in pieces of this length. */
const stepBytes = 16 * kibibyte
export const bodyLimitBytes = 256 * kibibyte
/**
 * The maximum size of a batch body. It is large enough that a batch of 10,000 items is refused for its number of items
 * (choices 4).
 */
export const batchBodyLimitBytes = 16 * kibibyte * kibibyte

/**
 * The longest time that a large body waits for room in memory (real time). Then it is refused, before Node gives up on
 * the request.
 */
const longestWaitMs = 20_000

/** How long the server waits for the next byte of a refused body (real time). */
const silenceMs = 1_000
/** The maximum bytes of a refused body that are read and dropped. */
const maxDroppedBytes = 1024 * kibibyte * kibibyte

/**
 * How the reading of a body ended. A request whose body was cut off is never carried out, because its client may have
 * sent more. `refused`: the bytes read so far are enough to refuse the request.
 */
type BodyEnd = 'whole' | 'too_large' | 'cut_off' | 'no_room' | 'refused'

/** The body of a request. Bytes beyond the limit are not read. */
export interface RequestBody {
  readonly bytes: Uint8Array
  readonly end: BodyEnd
  /** The parser that received a large body while it arrived. */
  readonly reader?: ListBodyReader | undefined
  /** Why the reader refused the body, or why the body was cut off. */
  readonly refusal?: unknown
  /** The JSON value of the body, once the operation has parsed it; the review uses it again. */
  json?: unknown
  /** Releases the memory reserved for a large body. To be called when nothing needs the body any more. */
  readonly release: () => void
}

/**
 * Reads a body up to a limit. Never rejects: `end` of the result says whether the body is whole. If the body may be
 * larger than usual, `createReader` makes the parser that receives it while it arrives.
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
      // The fields are copied one by one: a spread would take as long as receiving the body.
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
 * Reads a large body up to a limit, or until it is known to be no JSON object, too deep, or to have too large parts.
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

/**
 * Returns the error for a body above the limit of a control call. The usual advice names the limits of the service,
 * which would be wrong.
 */
export function createLargeBodyRefusal(limitBytes: number): ApiError {
  return new ApiError('REQUEST.BODY.TOO_LARGE', {
    suggestion: `Send at most ${limitBytes / (kibibyte * kibibyte)} MiB.`,
  })
}

/** Requests whose body cannot be read to its end, with the reason. */
const cutOff = new WeakMap<IncomingMessage, ApiError>()

/**
 * Ends a body that cannot be read any further. The request is refused with this error, even if it reads the body only
 * later.
 */
export function cutOffBody(incoming: IncomingMessage, error: ApiError): void {
  cutOff.set(incoming, error)
  if (incoming.listenerCount('error') > 0) incoming.emit('error', error)
}

/** How the reception of a body ended. */
interface Received {
  readonly end: BodyEnd
  /** Why `write` refused the body, or why the body was cut off. */
  readonly refusal?: unknown
  /** The bytes of a body that is not large; they were not passed to `write`. */
  readonly unread: readonly Buffer[]
  readonly release: () => void
}

interface Receiver {
  /** Takes each chunk as it arrives. */
  readonly keep: (chunk: Buffer) => void
  /** Takes the bytes of a large body in small pieces. If it throws, the body is refused. */
  readonly write: (bytes: Uint8Array) => void
  readonly finish: (received: Received) => void
}

/**
 * Receives a body up to a limit. A body beyond the usual limit waits for memory, and is then passed on in steps while
 * its sender waits, because the bytes of many senders would arrive faster than they can be parsed. The rest of a
 * refused body is read and dropped: a client that gets a refusal while it still sends would often see a broken
 * connection and no response.
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
  /** The end of reading that is reported for a refused body. */
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
    // The steps that parse a body may still run after the whole body has arrived.
    if (this.#hasEnded) return
    // A body that was refused earlier keeps the first reason.
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

  /** Reads and drops the rest of the body, and then finishes. */
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

/** Returns the JSON object in a body (choices 3, 4). Throws as `checkBody`, and VALIDATION.FIELD.INVALID. */
export function parseBody(body: RequestBody, contentType: string | undefined): unknown {
  checkBody(body, contentType)
  body.json = parseJson(body.bytes)
  return body.json
}

/**
 * Throws for a body that must not be parsed: it is not whole, is not JSON by its Content-Type, or was refused while it
 * arrived.
 */
export function checkBody(
  { end, refusal }: Pick<RequestBody, 'end' | 'refusal'>,
  contentType: string | undefined,
): void {
  checkBodyEnd({ end, refusal })
  if (!isJsonType(contentType)) refuseField('Content-Type', 'must be application/json')
  if (end === 'refused') throw refusal
}

/** Throws REQUEST.BODY.TOO_LARGE, REQUEST.SYNTAX.INVALID or .TIMEOUT for a body that was cut off, or REQUEST.CAPACITY.EXCEEDED. */
export function checkBodyEnd({ end, refusal }: Pick<RequestBody, 'end' | 'refusal'>): void {
  if (end === 'too_large') throw new ApiError('REQUEST.BODY.TOO_LARGE')
  if (end === 'cut_off') throw refusal ?? new ApiError('REQUEST.SYNTAX.INVALID')
  if (end !== 'no_room') return
  const message = `Large bodies of other requests fill the ${largeBodiesBytes / (kibibyte * kibibyte)} MiB that the simulator has for them. Send this one again later.`
  throw new ApiError('REQUEST.CAPACITY.EXCEEDED', { message })
}

const jsonType = 'application/json'

function isJsonType(contentType: string | undefined): boolean {
  if (contentType === jsonType) return true
  return contentType?.split(';')[0]?.trim().toLowerCase() === jsonType
}
