import { randomBytes } from 'node:crypto'
import type { Notice } from './page.ts'

/** The number of notices after which the oldest is dropped. */
const maxKeptNotices = 100

/** The results of submitted forms, each kept until the next page shows it. */
export class Notices {
  readonly #notices = new Map<string, Notice>()

  /** Keeps a notice and returns its id, with which a page takes it. */
  add(notice: Notice): string {
    const name = randomBytes(6).toString('base64url')
    this.#notices.set(name, notice)
    const [oldest] = this.#notices.keys()
    if (this.#notices.size > maxKeptNotices && oldest !== undefined) this.#notices.delete(oldest)
    return name
  }

  /** Returns a notice by its id, and forgets it. */
  take(name: string | null): Notice | undefined {
    if (name === null) return undefined
    const notice = this.#notices.get(name)
    this.#notices.delete(name)
    return notice
  }
}
