import { randomBytes } from 'node:crypto'
import type { Said } from './page.ts'

const kept = 100

/** What was said after a form was sent, until the page that follows shows it. */
export class Notices {
  readonly #texts = new Map<string, string | Said>()

  /** Keeps a text, and gives the name it is shown under once. */
  add(text: string | Said): string {
    const name = randomBytes(6).toString('base64url')
    this.#texts.set(name, text)
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > kept && oldest !== undefined) this.#texts.delete(oldest)
    return name
  }

  take(name: string | null): string | Said | undefined {
    if (name === null) return undefined
    const text = this.#texts.get(name)
    this.#texts.delete(name)
    return text
  }
}
