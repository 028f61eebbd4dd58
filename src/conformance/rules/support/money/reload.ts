import type { Answer } from '../../../http/answer.ts'
import { errorCodeOf } from '../../../http/expect.ts'
import type { ErrorCode } from '../../../http/spec-error.ts'

/**
 * Buys with a wallet that must first be reloaded automatically, where the reload is expected to fail with `code`. The
 * specification does not say when a reload takes place: a first purchase may be refused for lack of money and only
 * start the reload. The purchase is then repeated, as its outcome shows the reload.
 */
export async function buyWithReload(code: ErrorCode, buy: () => Promise<Answer>): Promise<Answer> {
  const answer = await buy()
  const isBegun = errorCodeOf(answer) === 'WALLET.INSUFFICIENT_BALANCE'
  return isBegun && code !== 'WALLET.INSUFFICIENT_BALANCE' ? buy() : answer
}
