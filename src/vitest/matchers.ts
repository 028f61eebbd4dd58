import { expect } from 'vitest'
import { OptionsError } from '../options-error.ts'
import type { ExpectedRequest, RequestName } from '../testing/expected-request.ts'
import { checkReceivedRequest, type LoggedAccount } from '../testing/received-requests.ts'
import { type AcceptedFindings, checkReviewFindings, isReview } from '../testing/review-findings.ts'

/** The matchers that `shipping-drydock/vitest` adds to `expect`. */
export interface DrydockMatchers<Result> {
  /** Resolves if the account has received the request by now; otherwise rejects with the requests that it has received. */
  toHaveReceivedRequest(expected: RequestName | ExpectedRequest): Promise<Result>
  /** Passes if the review has no findings except the accepted ones. */
  toHaveNoFindings(accepted?: AcceptedFindings): Result
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the type that vitest declares has this parameter
  interface Matchers<T = any> extends DrydockMatchers<T> {}
}

expect.extend({
  toHaveReceivedRequest: async (account: unknown, expected: RequestName | ExpectedRequest) => {
    if (!hasRequestLog(account))
      throw new OptionsError(
        'toHaveReceivedRequest needs an account: await expect(account).toHaveReceivedRequest(...).',
      )
    const { pass, message, messageOfOpposite } = await checkReceivedRequest(account, expected)
    // vitest shows the message of a check that passed if the assertion has `.not`.
    return { pass, message: () => (pass ? messageOfOpposite : message) }
  },
  toHaveNoFindings: (review: unknown, accepted?: AcceptedFindings) => {
    if (!isReview(review))
      throw new OptionsError(
        'toHaveNoFindings needs a review: expect(await account.review()).toHaveNoFindings().',
      )
    const { pass, message } = checkReviewFindings(review, accepted)
    return { pass, message: () => message }
  },
})

function hasRequestLog(value: unknown): value is LoggedAccount {
  return typeof Object(value).id === 'string' && typeof Object(value).requests?.list === 'function'
}
