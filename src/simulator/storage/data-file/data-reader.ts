import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import packageFile from '../../../../package.json' with { type: 'json' }
import type { Store } from '../journal.ts'
import { type ProcessMark, parseProcessMark } from '../process-mark.ts'
import { decodeEntries } from './data-entries.ts'
import { DataFileError } from './data-file-error.ts'
import { decodeLine, isCutShort } from './data-line.ts'

const version = 1
/** The first line of every data file. The lines of the snapshot follow, then the line that ends the snapshot. */
export const header = `drydock-data ${version}`
/** The checksum that the first line after the header continues. */
export const headerChecksum = crc32(header)

/** The ends of the parts of a data file, in bytes, and the checksum that the next line continues. */
export interface FileExtent {
  readonly snapshotBytes: number
  readonly endBytes: number
  readonly checksum: number
  readonly droppedTail: boolean
  /** The process that opened the file last. */
  readonly opener: ProcessMark | null
}

interface RawLine {
  readonly bytes: Buffer
  readonly number: number
  readonly isEnded: boolean
}

/** Returns the line that ends the snapshot; it contains the number of records. */
export function encodeSnapshotEndLine(records: number): string {
  return `{"snapshot":${records}}`
}

/** Returns the line that says which process, of which version of this package, writes the lines after it. */
export function encodeOpenerLine(mark: ProcessMark, version = packageFile.version): string {
  return `${openerStart}${JSON.stringify({ ...mark, version })}}`
}

const openerStart = '{"opened":'
const openingBrace = 0x7b

const ownVersion = `,"version":${JSON.stringify(packageFile.version)}}}`

function decodeOpenerLine(payload: string): ProcessMark | undefined {
  return payload.startsWith(openerStart) ? parseProcessMark(payload.slice(openerStart.length, -1)) : undefined
}

/**
 * Reads a data file to its end and passes its entries to `take` in order, with true if this version of Drydock wrote
 * the entry. Throws `DataFileError` at the first damage; `take` has some entries by then. A last line that was cut
 * short is left out.
 */
export async function readDataFile(
  handle: FileHandle,
  options: { readonly file: string; readonly take: Store['restore'] },
): Promise<FileExtent> {
  const { file, take } = options
  await checkHeader(handle, file)
  let endBytes = header.length + 1
  let checksum = headerChecksum
  let snapshotBytes = 0
  let records = 0
  let opener: ProcessMark | null = null
  let isOwn = false
  for await (const { bytes, number, isEnded } of readRawLines(handle, endBytes)) {
    const refuse = (reason: string, cause?: unknown) =>
      createDamageError({ file, line: number, reason, cause })
    if (!isEnded && isCutShort(bytes)) {
      if (snapshotBytes === 0) throw refuse('the file ends within its snapshot')
      return { snapshotBytes, endBytes, checksum, opener, droppedTail: true }
    }
    const line = decodeLine(bytes, checksum)
    if (typeof line === 'string') throw refuse(line)
    checksum = line.checksum
    endBytes += bytes.length + 1
    // Only a line that begins with a brace is decoded here. A line of entries begins with a bracket, and its records
    // are cut out later.
    const text = line.payload[0] === openingBrace ? line.payload.toString() : ''
    if (snapshotBytes === 0 && text === encodeSnapshotEndLine(records)) {
      snapshotBytes = endBytes
      continue
    }
    const openedBy = decodeOpenerLine(text)
    if (openedBy !== undefined) {
      opener = openedBy
      isOwn = text.endsWith(ownVersion)
      continue
    }
    const entries = decodeEntries(line.payload)
    if (entries === undefined) throw refuse('it holds something other than records')
    records += entries.length
    try {
      for (const entry of entries) take(entry, isOwn)
    } catch (cause) {
      throw refuse(`a record in it cannot be used (${cause instanceof Error ? cause.message : cause})`, cause)
    }
  }
  if (snapshotBytes === 0) throw createDamageError({ file, reason: 'it ends within its snapshot' })
  return { snapshotBytes, endBytes, checksum, opener, droppedTail: false }
}

async function checkHeader(handle: FileHandle, file: string): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
  const start = buffer.toString('latin1', 0, bytesRead)
  if (start.startsWith(`${header}\n`)) return
  if (bytesRead === 0)
    throw createDamageError({ file, reason: 'it is empty, and a data file is never empty' })
  const [, found] = /^drydock-data ([1-9]\d{0,8})\n/.exec(start) ?? []
  if (found !== undefined) {
    throw new DataFileError({
      file,
      line: 1,
      reason: `it has format ${found}, but this version of the simulator reads only format ${version}`,
      advice: 'Use the version of the simulator that wrote the file, or a newer version.',
    })
  }
  throw createDamageError({ file, line: 1, reason: `it does not begin with "${header}"` })
}

async function* readRawLines(handle: FileHandle, startBytes: number): AsyncGenerator<RawLine> {
  let number = 2
  let begun: Buffer[] = []
  for (let position = startBytes; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(256 * 1024), 0, 256 * 1024, position)
    if (bytesRead === 0) break
    position += bytesRead
    let from = 0
    for (let to = buffer.indexOf(0x0a); to !== -1 && to < bytesRead; to = buffer.indexOf(0x0a, from)) {
      yield { bytes: Buffer.concat([...begun, buffer.subarray(from, to)]), number, isEnded: true }
      begun = []
      number += 1
      from = to + 1
    }
    if (from < bytesRead) begun.push(buffer.subarray(from, bytesRead))
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), number, isEnded: false }
}

function createDamageError(options: {
  readonly file: string
  readonly line?: number
  readonly reason: string
  readonly cause?: unknown
}): DataFileError {
  const advice = 'It was left as it is: put a good copy in its place, or move it away to start anew.'
  return new DataFileError({ ...options, advice })
}
