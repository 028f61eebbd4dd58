import { isLoopback } from '../local-address.ts'
import { isSameText } from './http/same-text.ts'
import type { Pauses } from './pause.ts'

/** The time that the gate waits before it refuses a wrong token. It checks the next token from the same IP address only then. */
const wrongMs = 1_000
/**
 * The number of control calls with a wrong token from one IP address that the gate refuses without a delay. A call with
 * the correct token resets the count to 0.
 */
const maxQuickWrong = 100
const maxWaitingOfAddress = 10
const maxWaiting = 100
const maxAddresses = 10_000

export type Verdict = 'right' | 'wrong' | 'busy'

interface Attempt {
  readonly given: string
  readonly resolve: (verdict: Verdict) => void
}

/**
 * Checks control tokens, and refuses wrong ones after a delay. During the delay, further tokens from the same IP address
 * wait, so that an attacker who sends many tokens at once does not guess faster. Tokens from other IP addresses do not
 * wait. The newest waiting token is checked first, so that wrong tokens do not delay a correct one sent after them. If
 * more than ten tokens from an IP address wait, the oldest gets `busy`. At most a hundred tokens wait in all; tokens
 * from this machine do not count.
 */
export class TokenGate {
  readonly #token: string
  readonly #pauses: Pick<Pauses, 'wait'>
  /** For each IP address that waits for the refusal of a wrong token: its further tokens, oldest first. */
  readonly #lines = new Map<string, Attempt[]>()
  #waiting = 0
  readonly #quickWrong = new Map<string, number>()

  constructor(token: string, pauses: Pick<Pauses, 'wait'>) {
    this.#token = token
    this.#pauses = pauses
  }

  /** Checks the token of a sign-in. The refusal of every wrong token is delayed. */
  checkSignIn(address: string, given: string): Promise<Verdict> {
    const line = this.#lines.get(address)
    if (line === undefined) return Promise.resolve(this.#verifyToken(address, given))
    return this.#addToLine(address, line, given)
  }

  /**
   * Checks the token of a control call. Refusals are delayed only after `maxQuickWrong` wrong tokens from the same IP
   * address, because a misconfigured client does not guess.
   */
  async checkToken(address: string, given: string): Promise<Verdict> {
    const wrong = this.#quickWrong.get(address) ?? 0
    if (wrong < maxQuickWrong && !isSameText(given, this.#token)) {
      this.#countQuickWrong(address, wrong + 1)
      return 'wrong'
    }
    const verdict = wrong < maxQuickWrong ? 'right' : await this.checkSignIn(address, given)
    if (verdict === 'right') this.#quickWrong.delete(address)
    return verdict
  }

  #countQuickWrong(address: string, count: number): void {
    this.#quickWrong.delete(address)
    this.#quickWrong.set(address, count)
    const [oldest] = this.#quickWrong.keys()
    if (this.#quickWrong.size > maxAddresses && oldest !== undefined) this.#quickWrong.delete(oldest)
  }

  async #verifyToken(address: string, given: string): Promise<Verdict> {
    if (isSameText(given, this.#token)) return 'right'
    const line = this.#lines.get(address) ?? []
    this.#lines.set(address, line)
    await this.#pauses.wait(wrongMs)
    this.#verifyWaiting(address, line)
    return 'wrong'
  }

  #verifyWaiting(address: string, line: Attempt[]): void {
    for (
      let next = this.#removeFromLine(address, line);
      next !== undefined;
      next = this.#removeFromLine(address, line)
    ) {
      if (!isSameText(next.given, this.#token)) {
        void this.#verifyToken(address, next.given).then(next.resolve)
        return
      }
      next.resolve('right')
    }
    this.#lines.delete(address)
  }

  #addToLine(address: string, line: Attempt[], given: string): Promise<Verdict> {
    const isOwn = isLoopbackAddress(address)
    if (!isOwn && this.#waiting >= maxWaiting && line.length === 0) return Promise.resolve('busy')
    const waits = new Promise<Verdict>((resolve) => line.push({ given, resolve }))
    if (!isOwn) this.#waiting += 1
    if (line.length > maxWaitingOfAddress || (!isOwn && this.#waiting > maxWaiting))
      this.#removeFromLine(address, line, 'oldest')?.resolve('busy')
    return waits
  }

  #removeFromLine(
    address: string,
    line: Attempt[],
    which: 'newest' | 'oldest' = 'newest',
  ): Attempt | undefined {
    const attempt = which === 'newest' ? line.pop() : line.shift()
    if (attempt !== undefined && !isLoopbackAddress(address)) this.#waiting -= 1
    return attempt
  }
}

function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/, ''))
}
