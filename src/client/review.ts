import type { ReviewBody } from '../simulator/bodies/control/review.ts'
import type { Control } from './http/control.ts'

/** The review of the account's clients: call it to read it. */
export interface AccountReview {
  /** Returns what the clients have met and done wrong since the account was created or reset. */
  (): Promise<ReviewBody>
  /** Begins the review anew. */
  reset(): Promise<void>
}

/** Returns the review of the account at path `account`; makes no call. */
export function openReview(control: Control, account: string): AccountReview {
  const path = `${account}/review`
  return Object.assign(() => control.ask<ReviewBody>({ method: 'GET', path }), {
    reset: () => control.tell({ method: 'DELETE', path }),
  })
}
