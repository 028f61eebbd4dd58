import type { IncomingMessage } from 'node:http'
import { parseJson, parseLargeJson, refuseField } from '../simulator/requests/json-body.ts'
import { ApiError } from '../simulator/specification/errors.ts'

const kibibyte = 1024
export const bodyLimitBytes = 256 * kibibyte
/** Large enough that a batch of 10,000 items is refused for its number of items (choices 4). */
export const batchBodyLimitBytes = 16 * kibibyte * kibibyte

/** A request's body. Bytes beyond the limit are not read. */
export interface RequestBody {
  readonly bytes: Uint8Array
  readonly isTooLarge: boolean
}

/** Reads a body up to a limit. If the client disconnects, the result is what had come. */
export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let isDone = false
    const finish = (isTooLarge: boolean): void => {
      if (isDone) return
      isDone = true
      resolve({ bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), isTooLarge })
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= limitBytes) {
        chunks.push(chunk)
        return
      }
      incoming.off('data', take)
      incoming.pause()
      finish(true)
    }
    const end = (): void => finish(false)
    incoming.on('data', take)
    incoming.on('end', end)
    incoming.on('error', end)
    incoming.on('close', end)
  })
}

/** The JSON object in a body (choices 3, 4). Throws REQUEST.BODY.TOO_LARGE or VALIDATION.FIELD.INVALID. */
export function parseBody(body: RequestBody, contentType: string | undefined): unknown {
  checkBody(body, contentType)
  return parseJson(body.bytes)
}

/** The same in steps, for a body of megabytes. */
export function* parseLargeBody(
  body: RequestBody,
  contentType: string | undefined,
): Generator<void, unknown> {
  checkBody(body, contentType)
  return yield* parseLargeJson(body.bytes)
}

/** Throws for a body that is not to be parsed: too large, or not JSON by its Content-Type. */
export function checkBody(body: RequestBody, contentType: string | undefined): void {
  if (body.isTooLarge) throw new ApiError('REQUEST.BODY.TOO_LARGE')
  if (!isJson(contentType)) refuseField('Content-Type', 'must be application/json')
}

const jsonType = 'application/json'

function isJson(contentType: string | undefined): boolean {
  if (contentType === jsonType) return true
  return contentType?.split(';')[0]?.trim().toLowerCase() === jsonType
}
