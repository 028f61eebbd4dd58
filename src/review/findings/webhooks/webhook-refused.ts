import { BoundedMap } from '../../bounded-map.ts'
import type { Attempt, Finding } from '../../finding.ts'
import { redirectStatuses } from './webhook-redirected.ts'

/** The statuses that ask the sender to try again later. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])

export const webhookRefused: Finding = {
  id: 'WEBHOOK-REFUSED',
  severity: 'error',
  title: 'The webhook receiver refused an event again and again.',
  means:
    'The receiver responded twice to the same delivery with a status from 300 to 499 (except 408, 425, 429 and redirects), or with ' +
    'an error to all five attempts. Attempts that a fault changed do not count, nor redeliveries on request, nor the receivers ' +
    'of `drydock webhook listen` and `webhook.receive()`. The finding is removed if a later attempt or redelivery succeeds.',
  advice:
    'Check the path, the body parser and the signing secret of the receiver. Respond with 200 also to an event that it ' +
    'already has.',
  why: 'After the fifth failed attempt, the service does not send the event again, so it is lost.',
  createWatcher: (report) => {
    /** How many attempts of a delivery ended with an error and with a refusal; null if it is no longer checked. */
    const deliveries = new BoundedMap<string, { errors: number; refusals: number } | null>()
    /** Functions that remove a reported occurrence, by the id of its delivery. */
    const removers = new BoundedMap<string, () => void>()
    return {
      observeAttempt(attempt) {
        const { deliveryId, status, fault, isRedelivery, outcome } = attempt
        if (outcome === 'succeeded') removers.get(deliveryId)?.()
        if (attempt.isTestReceiver || isRedelivery || attempt.isRepeat || (status !== null && status < 300))
          return
        const seen = deliveries.get(deliveryId)
        if (seen === null) return
        if (fault !== null || status === null || redirectStatuses.has(status)) {
          deliveries.set(deliveryId, null)
          return
        }
        const counted = seen ?? { errors: 0, refusals: 0 }
        counted.errors += 1
        if (isLastingRefusal(status)) counted.refusals += 1
        const isReported = counted.refusals === 2 || hasFailedByErrorsOnly(attempt, counted.errors)
        if (isReported) removers.set(deliveryId, report())
        deliveries.set(deliveryId, isReported ? null : counted)
      },
    }
  },
}

function isLastingRefusal(status: number): boolean {
  return status >= 300 && status <= 499 && !temporaryStatuses.has(status)
}

function hasFailedByErrorsOnly({ outcome, number }: Attempt, errors: number): boolean {
  return outcome === 'failed' && errors === number
}
