import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { encodeEntries } from './data-entries.ts'
import { encodeSnapshotEnd, header, headerChecksum } from './data-reader.ts'
import type { RecordEntry } from './journal.ts'
import { LineFile } from './line-file.ts'

const lineCharacters = 64 * 1024

/** A data file in the making: a snapshot under FILE.tmp that takes FILE's place once it is whole. */
export class SnapshotFile {
  readonly lines: LineFile
  readonly #file: string
  #snapshotBytes = 0

  private constructor(file: string, lines: LineFile) {
    this.#file = file
    this.lines = lines
  }

  static async begin(file: string): Promise<SnapshotFile> {
    await removeLeftover(file)
    const handle = await open(temporaryName(file), 'wx', 0o600)
    const extent = { endBytes: header.length + 1, checksum: headerChecksum }
    const snapshot = new SnapshotFile(file, new LineFile(handle, extent))
    try {
      await handle.writeFile(`${header}\n`)
      return snapshot
    } catch (cause) {
      await snapshot.abandon()
      throw cause
    }
  }

  /** Bytes up to the end of the snapshot; 0 until it is written. */
  get snapshotBytes(): number {
    return this.#snapshotBytes
  }

  /** Writes the records in lines of moderate length, yielding after each, for as long as `goOn` says so. */
  async write(entries: readonly RecordEntry[], goOn: () => boolean): Promise<void> {
    for (const chunk of chunksOf(entries)) {
      if (!goOn()) return
      await this.lines.append(encodeEntries(chunk))
    }
    await this.lines.append(encodeSnapshotEnd(entries.length))
    this.#snapshotBytes = this.lines.endBytes
  }

  /** Puts it in the place of the data file, at one stroke. */
  async adopt(): Promise<void> {
    await rename(temporaryName(this.#file), this.#file)
  }

  async abandon(): Promise<void> {
    await this.lines.close()
    await removeLeftover(this.#file)
  }
}

/** Removes what a process left that died while it wrote a snapshot. */
export async function removeLeftover(file: string): Promise<void> {
  await rm(temporaryName(file), { force: true })
}

/** Makes a rename in the file's directory outlive a power cut too, where the system lets directories be synced. */
export async function syncDirectory(file: string): Promise<void> {
  const directory = await open(dirname(file), 'r').catch(() => undefined)
  try {
    await directory?.sync()
  } catch {
    // Nothing is promised about power cuts, so a system that cannot do this loses nothing that was promised.
  } finally {
    await directory?.close()
  }
}

function temporaryName(file: string): string {
  return `${file}.tmp`
}

function* chunksOf(entries: readonly RecordEntry[]): Generator<readonly RecordEntry[]> {
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
