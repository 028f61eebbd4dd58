import { systemTime } from '../time/clock.ts'
import { type DataFileError, toDataFileError } from './data-file/data-file-error.ts'

/** Receives the news about writes of the data file. */
export interface FileWatcher {
  /** Called when a write fails, once for each reason until a write succeeds. */
  onFailure(error: DataFileError): void
  /** Called when a write succeeds after a failed one. */
  onRecovery(): void
  /**
   * Receives a message for the file's owner, such as that the file had been cut short and was written anew.
   */
  onNotice(text: string): void
}

const retryDelayMs = 1_000

/** Tracks whether writes succeed. After a failed write it retries by a timer, without waiting for the next request. */
export class WriteWatch {
  readonly #file: string
  readonly #retry: () => void
  #watcher: FileWatcher | undefined
  #trouble: string | null = null
  #cancelRetry: () => void = () => undefined
  #isEnded = false

  constructor(file: string, retry: () => void) {
    this.#file = file
    this.#retry = retry
  }

  setWatcher(watcher: FileWatcher): void {
    this.#watcher = watcher
  }

  async runWrite(write: () => Promise<void>): Promise<void> {
    try {
      await write()
    } catch (cause) {
      this.#noteFailure(toDataFileError(this.#file, cause))
      throw cause
    }
    this.#noteSuccess()
  }

  passNotice(text: string): void {
    this.#watcher?.onNotice(text)
  }

  end(): void {
    this.#isEnded = true
    this.#cancelRetry()
  }

  #noteFailure(error: DataFileError): void {
    if (this.#trouble !== error.reason) this.#watcher?.onFailure(error)
    this.#trouble = error.reason
    this.#cancelRetry()
    if (!this.#isEnded) this.#cancelRetry = systemTime.setTimer(this.#retry, retryDelayMs)
  }

  #noteSuccess(): void {
    this.#cancelRetry()
    if (this.#trouble === null) return
    this.#trouble = null
    this.#watcher?.onRecovery()
  }
}
