import { RuleBroken } from '../../http/failures.ts'
import { sendBurst } from '../burst.ts'
import { defineAdviceCase, defineErrorCase, type ReceiverCase } from '../case.ts'
import type { CaseContext } from '../case-context.ts'
import { createDelivery } from '../delivery.ts'
import { describeReply, isAccepted, requireAccepted } from '../reply.ts'

/** A webhook receiver should respond within the allowed time divided by this number. */
const quickDivisor = 5
const burstSize = 100

/**
 * Sends a signed GET or HEAD without a body, which is no event. Throws RuleBroken if the receiver responds with 2xx or
 * 5xx, or not at all.
 */
async function expectNotAccepted(t: CaseContext, method: 'GET' | 'HEAD'): Promise<void> {
  const reply = await t.send(createDelivery({ method, body: null }))
  if (reply.status === null || reply.status >= 500 || isAccepted(reply)) {
    throw new RuleBroken({ expected: `a 4xx response to ${method}`, actual: describeReply(reply) })
  }
}

/** Examination cases with unusual requests, and cases of how fast the receiver responds. */
export const requestCases: readonly ReceiverCase[] = [
  defineAdviceCase('RECV-030', 'The receiver accepts a body in chunks, without Content-Length.')
    .judges()
    .by((t) => t.expectAccepted(createDelivery({ pace: 'chunked' }))),
  defineAdviceCase('RECV-031', 'The receiver accepts a body that pauses in its middle.')
    .judges()
    .by((t) => t.expectAccepted(createDelivery({ pace: 'slow' }))),
  defineAdviceCase('RECV-032', 'The receiver accepts Content-Type: application/json; charset=utf-8.')
    .judges()
    .by((t) => t.expectAccepted(createDelivery({ contentType: 'application/json; charset=utf-8' }))),
  defineErrorCase('RECV-033', 'The receiver finds the signature if the name of its header is in lower case.')
    .judges('EVENTS-22')
    .by((t) => t.expectAccepted(createDelivery({ signing: { header: 'pr-signature' } }))),
  defineAdviceCase(
    'RECV-034',
    'The receiver does not compress its response if the request asks for no coding.',
  )
    .judges()
    .by(async (t) => {
      const reply = await t.send(createDelivery())
      requireAccepted(reply, t.timeoutMs)
      const { contentEncoding = 'identity' } = reply
      if (contentEncoding !== 'identity') {
        throw new RuleBroken({
          expected: 'no Content-Encoding',
          actual: `Content-Encoding: ${contentEncoding}`,
        })
      }
    }),
  defineErrorCase('RECV-035', `The receiver accepts ${burstSize} deliveries in a burst.`)
    .judges('EVENTS-27')
    .by(async (t) => {
      for (const reply of (await sendBurst(t, burstSize)).replies) requireAccepted(reply, t.timeoutMs)
    }),
  defineAdviceCase(
    'RECV-036',
    'The receiver responds within a fifth of the allowed time, and works afterwards.',
  )
    .judges('EVENTS-41')
    .by(async (t) => {
      const reply = await t.send(createDelivery())
      requireAccepted(reply, t.timeoutMs)
      const allowedMs = t.timeoutMs / quickDivisor
      if (reply.durationMs > allowedMs) {
        throw new RuleBroken({
          expected: `a response within ${Math.round(allowedMs)} ms`,
          actual: `${Math.round(reply.durationMs)} ms`,
        })
      }
    }),
  defineErrorCase('RECV-037', 'The receiver redirects no delivery, genuine or not.', {
    runsWithoutAcceptance: true,
  })
    .judges('EVENTS-27', 'EVENTS-28')
    .by(async (t) => {
      for (const delivery of [createDelivery(), createDelivery({ signing: null })]) {
        const reply = await t.send(delivery)
        // A receiver that does not respond (status null) is reported by RECV-001.
        if (reply.status !== null && reply.status >= 300 && reply.status <= 399) {
          throw new RuleBroken({ expected: 'a response that is no redirect', actual: describeReply(reply) })
        }
      }
    }),
  defineAdviceCase('RECV-038', 'The receiver does not accept GET.')
    .judges()
    .by((t) => expectNotAccepted(t, 'GET')),
  defineAdviceCase('RECV-039', 'The receiver does not accept HEAD.')
    .judges()
    .by((t) => expectNotAccepted(t, 'HEAD')),
]
