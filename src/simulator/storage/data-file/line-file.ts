import { encodeLine } from './data-line.ts'

/** The methods of a file handle that a line file uses. */
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
 * An open file that grows by whole lines. A line that could not be written completely is cut off again, so that
 * the file ends with the last good line. If the cut fails too, it is repeated before the next line.
 */
export class LineFile {
  readonly #handle: AppendableHandle
  #endBytes: number
  #checksum: number
  #isTorn: boolean

  /** `droppedTail`: bytes follow the last complete line. They are cut off before a line is appended. */
  constructor(
    handle: AppendableHandle,
    extent: { readonly endBytes: number; readonly checksum: number; readonly droppedTail?: boolean },
  ) {
    this.#handle = handle
    this.#endBytes = extent.endBytes
    this.#checksum = extent.checksum
    this.#isTorn = extent.droppedTail ?? false
  }

  get endBytes(): number {
    return this.#endBytes
  }

  /** Appends lines in one write; resolves once the operating system has them. Calls must not overlap. */
  async append(...payloads: readonly string[]): Promise<void> {
    if (this.#isTorn) await this.#cutTail()
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
      // An error of the cut is ignored, because the caller needs the error of the write.
      await this.#cutTail().catch(() => {})
      throw cause
    }
    this.#endBytes += bytes.length
    this.#checksum = last
  }

  /** Resolves once the appended lines are on the disk. */
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

  async #cutTail(): Promise<void> {
    await this.#handle.truncate(this.#endBytes)
    this.#isTorn = false
  }
}
