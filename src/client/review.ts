import { OptionsError } from '../options-error.ts'
import type { ReviewBody } from '../simulator/bodies/control/review.ts'
import type { ControlCaller } from './http/control.ts'
import { describeValue } from './http/object-input.ts'

/** Reads the review of the account's clients when it is called. */
export interface AccountReview {
  /**
   * Returns which situations the clients have met, and their mistakes, since the account was created or reset. Rejects
   * with an OptionsError for any argument.
   */
  (): Promise<ReviewBody>
  /** Starts a new review: requests so far no longer count. */
  reset(): Promise<void>
}

/** Returns an object with the calls for the review of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountReview(control: ControlCaller, accountPath: string): AccountReview {
  const path = `${accountPath}/review`
  const read = async (...given: readonly unknown[]): Promise<ReviewBody> => {
    const argument = given.find((value) => value !== undefined)
    if (argument !== undefined)
      throw new OptionsError(
        `review takes no argument, but got ${describeValue(argument)}. It covers all requests of the account; pass { ignore, failOn } to toHaveNoFindings.`,
      )
    return control.fetchJson({ method: 'GET', path })
  }
  return Object.assign(read, { reset: () => control.send({ method: 'DELETE', path }) })
}
