import type { CommandTarget } from '../../review/coverage-items.ts'
import { buildReviewBody } from '../../review/show-review.ts'
import { defaultUrl } from '../http/request-origin.ts'
import { type ControlRoute, defineAccountRoute, noContent } from './route.ts'

export const reviewRoutes: readonly ControlRoute[] = [
  defineAccountRoute('GET', '/review', (context, { reviews, urlAskedAt }) => ({
    status: 200,
    body: buildReviewBody(reviews.findOrBeginReview(context), createCommandTarget(context.id, urlAskedAt)),
  })),
  defineAccountRoute('DELETE', '/review', (context, { reviews }) => {
    reviews.beginReview(context)
    return noContent
  }),
]

/** Returns the account and the URL for the commands in a review. The default URL is left out. */
export function createCommandTarget(account: string, url: string): CommandTarget {
  return { account, url: url === defaultUrl || url === '' ? undefined : url }
}
