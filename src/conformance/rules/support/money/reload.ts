import type { Answer } from '../../../http/answer.ts'
import { errorCodeOf } from '../../../http/expect.ts'
import type { ErrorCode } from '../../../http/spec-error.ts'

/**
 * Buys when the wallet needs an automatic reload that fails with `code`. The specification does not say when a reload
 * takes place: a service may refuse the first purchase for lack of money, and only then start the reload. If so, this
 * function repeats the purchase, because the second response shows how the reload ended.
 */
export async function buyWithReload(code: ErrorCode, buy: () => Promise<Answer>): Promise<Answer> {
  const answer = await buy()
  const isBegun = errorCodeOf(answer) === 'WALLET.INSUFFICIENT_BALANCE'
  return isBegun && code !== 'WALLET.INSUFFICIENT_BALANCE' ? buy() : answer
}
