import type { IncomingMessage } from 'node:http'
import { ApiError } from '../simulator/errors.ts'
import { parseJson, refuseField } from '../simulator/parse.ts'

const kibibyte = 1024
export const bodyLimitBytes = 256 * kibibyte
/** A batch of 10,000 items must still hear that it is too long (readings 4). */
export const batchBodyLimitBytes = 16 * kibibyte * kibibyte

/** A request's body as far as it was taken: what comes beyond the limit is not read. */
export interface RequestBody {
  readonly bytes: Uint8Array
  readonly isTooLarge: boolean
}

/** Reads a body up to a limit; a client that goes away in the middle leaves what had come. */
export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (isTooLarge: boolean): void => {
      incoming.removeAllListeners('data')
      if (isTooLarge) incoming.pause()
      resolve({ bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), isTooLarge })
    }
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limitBytes) return finish(true)
      chunks.push(chunk)
    })
    incoming.once('end', () => finish(false))
    incoming.once('error', () => finish(false))
    incoming.once('close', () => finish(false))
  })
}

/** The JSON object in a body, or the error that says what is wrong with it (readings 3, 4). */
export function parseBody(body: RequestBody, contentType: string | undefined): unknown {
  if (body.isTooLarge) throw new ApiError('REQUEST.BODY.TOO_LARGE')
  if (!isJson(contentType)) refuseField('Content-Type', 'must be application/json')
  return parseJson(body.bytes)
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
