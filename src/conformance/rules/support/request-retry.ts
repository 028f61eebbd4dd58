import { TooLate } from '../../wire/deadline.ts'
import { TransportFailure } from '../../wire/failures.ts'

const mostTries = 4

/**
 * Repeats a request without an answer. It is for rules that need hundreds of answers, which would otherwise begin anew for
 * a lost one. The request must be one that may be carried out twice.
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

/** Whether an error means that a request got no answer for another reason than the time limit, so that a second one may. */
export function isLost(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && !(error.cause instanceof TooLate)
}
