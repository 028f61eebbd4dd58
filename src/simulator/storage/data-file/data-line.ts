import { crc32 } from 'node:zlib'

/**
 * A line of the data file: checksum, length, payload (one JSON text), newline. Checksum and length are eight
 * hexadecimal digits; the length is that of the payload in bytes. Each checksum continues that of the line before, so
 * that a missing, repeated or misplaced line is detected like an altered one. By the length, a last line that a crash
 * cut short can be distinguished from a damaged line.
 */
export interface DataLine {
  readonly payload: Buffer
  readonly checksum: number
}

/** Matches each text that can be the beginning of a line and ends before the payload. */
const beginning = /^[0-9a-f]{0,8}$|^[0-9a-f]{8} [0-9a-f]{0,8}$|^[0-9a-f]{8} [0-9a-f]{8} $/

const prefixBytes = 18
const newline = 0x0a

/** Returns the bytes of a line with its newline, and the checksum that the next line continues. */
export function encodeLine(
  payload: string,
  previous: number,
): { readonly bytes: Buffer; readonly checksum: number } {
  const payloadBytes = Buffer.byteLength(payload)
  const bytes = Buffer.allocUnsafe(prefixBytes + payloadBytes + 1)
  bytes.write(payload, prefixBytes)
  bytes[prefixBytes + payloadBytes] = newline
  const checksum = crc32(bytes.subarray(prefixBytes, prefixBytes + payloadBytes), previous)
  bytes.write(`${toHexDigits(checksum)} ${toHexDigits(payloadBytes)} `, 0, 'latin1')
  return { bytes, checksum }
}

/**
 * Returns the line of a data file that these bytes, without the newline, contain; or a text that says what is wrong
 * with them.
 */
export function decodeLine(bytes: Buffer, previous: number): DataLine | string {
  const length = readStatedLength(bytes)
  if (length === undefined) return 'it does not begin with a checksum and a length'
  const payload = bytes.subarray(prefixBytes)
  if (payload.length !== length)
    return `its content has ${payload.length} bytes, but its length field says ${length}`
  const checksum = crc32(payload, previous)
  if (bytes.toString('latin1', 0, 8) !== toHexDigits(checksum)) return 'its checksum does not match'
  return { payload, checksum }
}

/** Whether bytes without a newline can be the beginning of a line that was cut short. */
export function isCutShort(bytes: Buffer): boolean {
  if (bytes.length <= prefixBytes) return beginning.test(bytes.toString('latin1'))
  const length = readStatedLength(bytes)
  return length !== undefined && bytes.length - prefixBytes <= length && !bytes.includes(0)
}

function readStatedLength(bytes: Buffer): number | undefined {
  const [, length] = /^[0-9a-f]{8} ([0-9a-f]{8}) $/.exec(bytes.toString('latin1', 0, prefixBytes)) ?? []
  return length === undefined ? undefined : Number.parseInt(length, 16)
}

function toHexDigits(value: number): string {
  return value.toString(16).padStart(8, '0')
}
