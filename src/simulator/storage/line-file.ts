import { encodeLine } from './data-line.ts'

/** The calls that a line file makes; a file handle has them. */
export interface AppendableHandle {
  write(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>
  truncate(lengthBytes: number): Promise<void>
  datasync(): Promise<void>
  close(): Promise<void>
}

/**
 * An open file that grows by whole lines. What could not be written in full is cut off again, so the file always ends
 * where the last good line does; should the cut fail too, it is made up for before the next line.
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

  /** Resolves once the operating system has these lines, all in one write. One call at a time. */
  async append(...payloads: readonly string[]): Promise<void> {
    if (this.#isTorn) await this.#cut()
    let last = this.#checksum
    const lines = payloads.map((payload) => {
      const { bytes, checksum } = encodeLine(payload, last)
      last = checksum
      return bytes
    })
    const [first = Buffer.alloc(0)] = lines
    const bytes = lines.length > 1 ? Buffer.concat(lines) : first
    try {
      await this.#writeAll(bytes)
    } catch (cause) {
      this.#isTorn = true
      // Why the lines could not be written is what the caller must hear, not that cutting failed as well.
      await this.#cut().catch(() => {})
      throw cause
    }
    this.#endBytes += bytes.length
    this.#checksum = last
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
