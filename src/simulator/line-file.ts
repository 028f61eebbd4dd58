import type { FileHandle } from 'node:fs/promises'
import { encodeLine } from './data-line.ts'

/** The calls that a line file makes; a file handle has them. */
export type AppendableHandle = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>

/**
 * An open file that grows by whole lines. A line that could not be written in full is cut off again, so the file always
 * ends where the last good line does; should the cut fail too, it is made up for before the next line.
 */
export class LineFile {
  readonly #handle: AppendableHandle
  #endBytes: number
  #checksum: number
  #isTorn = false

  constructor(handle: AppendableHandle, extent: { readonly endBytes: number; readonly checksum: number }) {
    this.#handle = handle
    this.#endBytes = extent.endBytes
    this.#checksum = extent.checksum
  }

  get endBytes(): number {
    return this.#endBytes
  }

  /** Resolves once the operating system has the line. One call at a time. */
  async append(payload: string): Promise<void> {
    if (this.#isTorn) await this.#cut()
    const { bytes, checksum } = encodeLine(payload, this.#checksum)
    try {
      await this.#writeAll(bytes)
    } catch (cause) {
      this.#isTorn = true
      // Why the line could not be written is what the caller must hear, not that cutting failed as well.
      await this.#cut().catch(() => {})
      throw cause
    }
    this.#endBytes += bytes.length
    this.#checksum = checksum
  }

  /** Resolves once the disk has what was appended. */
  sync(): Promise<void> {
    return this.#handle.datasync()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        done,
        bytes.length - done,
        this.#endBytes + done,
      )
      done += bytesWritten
    }
  }

  async #cut(): Promise<void> {
    await this.#handle.truncate(this.#endBytes)
    this.#isTorn = false
  }
}
