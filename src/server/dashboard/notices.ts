import { randomBytes } from 'node:crypto'
import type { Notice } from './page.ts'

const kept = 100

/** The results of submitted forms, each kept until the next page shows it. */
export class Notices {
  readonly #notices = new Map<string, Notice>()

  /** Keeps a notice and returns the id under which it can be shown once. */
  add(notice: Notice): string {
    const name = randomBytes(6).toString('base64url')
    this.#notices.set(name, notice)
    const [oldest] = this.#notices.keys()
    if (this.#notices.size > kept && oldest !== undefined) this.#notices.delete(oldest)
    return name
  }

  take(name: string | null): Notice | undefined {
    if (name === null) return undefined
    const notice = this.#notices.get(name)
    this.#notices.delete(name)
    return notice
  }
}
