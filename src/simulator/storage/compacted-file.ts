import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { encodeEntries } from './data-file/data-entries.ts'
import { readErrorCode } from './data-file/data-file-error.ts'
import { encodeSnapshotEndLine, header, headerChecksum } from './data-file/data-reader.ts'
import { LineFile } from './data-file/line-file.ts'
import type { RecordEntry } from './journal.ts'

const lineCharacters = 64 * 1024

/**
 * A new data file under a temporary name. It begins with a snapshot of all records, and replaces the data
 * file once it is complete.
 */
export class CompactedFile {
  readonly lines: LineFile
  readonly handle: FileHandle
  readonly #path: string
  #snapshotBytes = 0
  #lostRights: string | undefined

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.handle = handle
    this.lines = new LineFile(handle, { endBytes: header.length + 1, checksum: headerChecksum })
  }

  static async begin(file: string): Promise<CompactedFile> {
    const { path, handle } = await createFileBeside(file)
    const compacted = new CompactedFile(path, handle)
    try {
      await handle.writeFile(`${header}\n`)
      return compacted
    } catch (cause) {
      await compacted.abandon()
      throw cause
    }
  }

  /**
   * Returns the number of bytes from the beginning of the new data file to the end of its snapshot; 0 until the
   * snapshot is written.
   */
  get snapshotBytes(): number {
    return this.#snapshotBytes
  }

  /**
   * Returns a sentence about the owner or the group that the system refused to set on the new file; undefined if both
   * were set.
   */
  get lostRights(): string | undefined {
    return this.#lostRights
  }

  /** Gives the new file the mode, the owner and the group of the data file, as far as the system allows. */
  async copyRightsFrom(old: FileHandle): Promise<void> {
    const wanted = await old.stat()
    await this.handle.chmod(wanted.mode & 0o777)
    const own = await this.handle.stat()
    if (own.uid === wanted.uid && own.gid === wanted.gid) return
    // Only root may change the owner of a file. The owner may give the file to another group of which the owner is a
    // member.
    await this.handle
      .chown(wanted.uid, wanted.gid)
      .catch(() => this.handle.chown(own.uid, wanted.gid))
      .catch(() => {})
    const { uid, gid } = await this.handle.stat()
    if (uid === wanted.uid && gid === wanted.gid) return
    const [now, before] = [`user ${uid}, group ${gid}`, `user ${wanted.uid}, group ${wanted.gid}`]
    this.#lostRights = `it now belongs to ${now}, not to ${before}, as only root may give a file to another user. Its mode is the same.`
  }

  /**
   * Writes the records into the new data file, in lines of moderate length, with a pause after each line. Stops when
   * `goOn` returns false.
   */
  async write(entries: Iterable<RecordEntry>, goOn: () => boolean): Promise<void> {
    let records = 0
    for (const chunk of splitIntoChunks(entries)) {
      if (!goOn()) return
      records += chunk.length
      await this.lines.append(encodeEntries(chunk))
    }
    await this.lines.append(encodeSnapshotEndLine(records))
    this.#snapshotBytes = this.lines.endBytes
  }

  /** Replaces the old data file by this new file in one atomic step. */
  async replace(file: string): Promise<void> {
    await rename(this.#path, file)
  }

  /** Gives the new data file the name `file`; fails if a file with this name exists. */
  async place(file: string): Promise<void> {
    await link(this.#path, file)
    await unlink(this.#path)
  }

  /** Closes and removes the new data file. If that fails, the next start of the simulator removes it. */
  async abandon(): Promise<void> {
    await this.lines.close()
    await unlink(this.#path).catch(() => {})
  }
}

/** Creates an empty file in the folder of `file`, under the first free temporary name. */
async function createFileBeside(
  file: string,
): Promise<{ readonly path: string; readonly handle: FileHandle }> {
  for (let more = 0; ; more += 1) {
    const path = `${file}.tmp-${process.pid}${more === 0 ? '' : `-${more}`}`
    try {
      return { path, handle: await open(path, 'wx', 0o600) }
    } catch (cause) {
      if (readErrorCode(cause) !== 'EEXIST' || more === maxNames) throw cause
    }
  }
}

const maxNames = 100

/** Makes a rename survive a power cut, on systems that can sync directories. */
export async function syncDirectory(file: string): Promise<void> {
  const directory = await open(dirname(file), 'r').catch(() => undefined)
  try {
    await directory?.sync()
  } catch {
    // A failed sync is ignored, because the data file does not promise to survive a power cut.
  } finally {
    await directory?.close()
  }
}

function* splitIntoChunks(entries: Iterable<RecordEntry>): Generator<readonly RecordEntry[]> {
  let chunk: RecordEntry[] = []
  let characters = 0
  for (const entry of entries) {
    chunk.push(entry)
    characters += entry.json?.length ?? 0
    if (characters < lineCharacters) continue
    yield chunk
    chunk = []
    characters = 0
  }
  if (chunk.length > 0) yield chunk
}
