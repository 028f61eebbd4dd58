import type { Answer } from '../../wire/answer.ts'
import { errorCodeOf } from '../../wire/expect.ts'
import type { ErrorCode } from '../../wire/spec-error.ts'

/**
 * What is bought with a wallet that cannot pay it but reloads. When a reload begins is not stated: where it begins with the
 * purchase that lacks the money, what came of the card shows from the next on.
 */
export async function afterReload(code: ErrorCode, buy: () => Promise<Answer>): Promise<Answer> {
  const answer = await buy()
  const isBegun = errorCodeOf(answer) === 'WALLET.INSUFFICIENT_BALANCE'
  return isBegun && code !== 'WALLET.INSUFFICIENT_BALANCE' ? buy() : answer
}
