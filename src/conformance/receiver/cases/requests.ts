import { RuleBroken } from '../../http/failures.ts'
import { sendBurst } from '../burst.ts'
import { adviceCase, dutyCase, type ReceiverCase } from '../case.ts'
import type { CaseContext } from '../case-context.ts'
import { newDelivery } from '../delivery.ts'
import { describeReply, isAccepted, judgeAccepted } from '../reply.ts'

/** The part of the allowed time in which a receiver should respond. */
const quickPart = 5
const burstSize = 100

/** Sends a request that carries no event, signed as documented. Throws RuleBroken if it is accepted or fails with 5xx. */
async function expectNoEvent(t: CaseContext, method: 'GET' | 'HEAD'): Promise<void> {
  const reply = await t.send(newDelivery({ method, body: null }))
  if (reply.status === null || reply.status >= 500 || isAccepted(reply)) {
    throw new RuleBroken({ expected: `a 4xx response to ${method}`, actual: describeReply(reply) })
  }
}

/** Cases of how requests arrive, and how soon they are answered. */
export const requestCases: readonly ReceiverCase[] = [
  adviceCase('RECV-030', 'The receiver accepts a body in chunks, without Content-Length.')
    .judges()
    .by((t) => t.expectAccepted(newDelivery({ pace: 'chunked' }))),
  adviceCase('RECV-031', 'The receiver accepts a body that pauses in its middle.')
    .judges()
    .by((t) => t.expectAccepted(newDelivery({ pace: 'slow' }))),
  adviceCase('RECV-032', 'The receiver accepts Content-Type: application/json; charset=utf-8.')
    .judges()
    .by((t) => t.expectAccepted(newDelivery({ contentType: 'application/json; charset=utf-8' }))),
  dutyCase('RECV-033', 'The receiver finds the signature if the name of its header is in lower case.')
    .judges('EVENTS-22')
    .by((t) => t.expectAccepted(newDelivery({ signing: { header: 'pr-signature' } }))),
  adviceCase('RECV-034', 'The receiver does not compress its response if the request asks for no coding.')
    .judges()
    .by(async (t) => {
      const reply = await t.send(newDelivery())
      judgeAccepted(reply, t.timeoutMs)
      const { contentEncoding = 'identity' } = reply
      if (contentEncoding !== 'identity') {
        throw new RuleBroken({
          expected: 'no Content-Encoding',
          actual: `Content-Encoding: ${contentEncoding}`,
        })
      }
    }),
  dutyCase('RECV-035', `The receiver accepts ${burstSize} deliveries in a burst.`)
    .judges('EVENTS-27')
    .by(async (t) => {
      for (const reply of (await sendBurst(t, burstSize)).replies) judgeAccepted(reply, t.timeoutMs)
    }),
  adviceCase('RECV-036', 'The receiver responds within a fifth of the allowed time, and works afterwards.')
    .judges('EVENTS-41')
    .by(async (t) => {
      const reply = await t.send(newDelivery())
      judgeAccepted(reply, t.timeoutMs)
      const allowedMs = t.timeoutMs / quickPart
      if (reply.durationMs > allowedMs) {
        throw new RuleBroken({
          expected: `a response within ${Math.round(allowedMs)} ms`,
          actual: `${Math.round(reply.durationMs)} ms`,
        })
      }
    }),
  dutyCase('RECV-037', 'The receiver redirects no delivery, genuine or not.', { standsAlone: true })
    .judges('EVENTS-27', 'EVENTS-28')
    .by(async (t) => {
      for (const delivery of [newDelivery(), newDelivery({ signing: null })]) {
        const reply = await t.send(delivery)
        // Another case finds a receiver that does not respond.
        if (reply.status !== null && reply.status >= 300 && reply.status <= 399) {
          throw new RuleBroken({ expected: 'a response that is no redirect', actual: describeReply(reply) })
        }
      }
    }),
  adviceCase('RECV-038', 'The receiver does not accept GET.')
    .judges()
    .by((t) => expectNoEvent(t, 'GET')),
  adviceCase('RECV-039', 'The receiver does not accept HEAD.')
    .judges()
    .by((t) => expectNoEvent(t, 'HEAD')),
]
