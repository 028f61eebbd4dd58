import { formatSpan } from '../duration.ts'
import { RuleBroken } from '../http/failures.ts'
import type { Reply } from './sender.ts'

/** Returns true if the receiver accepted a delivery (specification, Delivery and retries). */
export function isAccepted({ status }: Reply): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** Throws RuleBroken unless the receiver accepted a delivery in time. */
export function requireAccepted(reply: Reply, timeoutMs: number): void {
  if (isAccepted(reply)) return
  throw new RuleBroken({
    expected: `a 2xx response within ${formatSpan(timeoutMs)}`,
    actual: describeReply(reply),
  })
}

/** Describes the receiver's reaction to a delivery: the status of its response, the target of its redirect, or why no response came. */
export function describeReply({ status, location, failure }: Reply): string {
  if (status === null) return `no response: ${failure}`
  if (status < 300 || status > 399 || location === undefined) return String(status)
  return `${status}, a redirect to ${location.split('?')[0]}; redirects are not followed`
}
