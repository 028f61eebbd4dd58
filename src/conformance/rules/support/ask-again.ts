import { TooLate } from '../../wire/deadline.ts'
import { TransportFailure } from '../../wire/failures.ts'

const mostTries = 4

/**
 * Asks again where no answer came. Only for what may be carried out twice: where a rule needs hundreds of answers, one
 * that is lost is no reason to begin anew.
 */
export async function askAgain<Made>(ask: () => Promise<Made>): Promise<Made> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isLost(error) || tried === mostTries) throw error
    }
  }
}

/** A request got no answer, and not since it took too long: the next may get one. */
export function isLost(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && !(error.cause instanceof TooLate)
}
