import { RuleBroken } from '../../http/failures.ts'
import { sendBurst } from '../burst.ts'
import type { ReceiverCase } from '../case.ts'
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
  {
    id: 'RECV-030',
    title: 'The receiver accepts a body in chunks, without Content-Length.',
    severity: 'advice',
    judges: [],
    run: (t) => t.expectAccepted(newDelivery({ pace: 'chunked' })),
  },
  {
    id: 'RECV-031',
    title: 'The receiver accepts a body that pauses in its middle.',
    severity: 'advice',
    judges: [],
    run: (t) => t.expectAccepted(newDelivery({ pace: 'slow' })),
  },
  {
    id: 'RECV-032',
    title: 'The receiver accepts Content-Type: application/json; charset=utf-8.',
    severity: 'advice',
    judges: [],
    run: (t) => t.expectAccepted(newDelivery({ contentType: 'application/json; charset=utf-8' })),
  },
  {
    id: 'RECV-033',
    title: 'The receiver finds the signature if the name of its header is in lower case.',
    severity: 'error',
    judges: ['EVENTS-22'],
    run: (t) => t.expectAccepted(newDelivery({ signing: { header: 'pr-signature' } })),
  },
  {
    id: 'RECV-034',
    title: 'The receiver does not compress its response if the request asks for no coding.',
    severity: 'advice',
    judges: [],
    run: async (t) => {
      const reply = await t.send(newDelivery())
      judgeAccepted(reply, t.timeoutMs)
      const { contentEncoding = 'identity' } = reply
      if (contentEncoding !== 'identity') {
        throw new RuleBroken({
          expected: 'no Content-Encoding',
          actual: `Content-Encoding: ${contentEncoding}`,
        })
      }
    },
  },
  {
    id: 'RECV-035',
    title: `The receiver accepts ${burstSize} deliveries in a burst.`,
    severity: 'error',
    judges: ['EVENTS-27'],
    run: async (t) => {
      for (const reply of (await sendBurst(t, burstSize)).replies) judgeAccepted(reply, t.timeoutMs)
    },
  },
  {
    id: 'RECV-036',
    title: 'The receiver responds within a fifth of the allowed time, and works afterwards.',
    severity: 'advice',
    judges: ['EVENTS-41'],
    run: async (t) => {
      const reply = await t.send(newDelivery())
      judgeAccepted(reply, t.timeoutMs)
      const allowedMs = t.timeoutMs / quickPart
      if (reply.durationMs > allowedMs) {
        throw new RuleBroken({
          expected: `a response within ${Math.round(allowedMs)} ms`,
          actual: `${Math.round(reply.durationMs)} ms`,
        })
      }
    },
  },
  {
    id: 'RECV-037',
    title: 'The receiver redirects no delivery, genuine or not.',
    severity: 'error',
    judges: ['EVENTS-27', 'EVENTS-28'],
    standsAlone: true,
    run: async (t) => {
      for (const delivery of [newDelivery(), newDelivery({ signing: null })]) {
        const reply = await t.send(delivery)
        // Another case finds a receiver that does not respond.
        if (reply.status !== null && reply.status >= 300 && reply.status <= 399) {
          throw new RuleBroken({ expected: 'a response that is no redirect', actual: describeReply(reply) })
        }
      }
    },
  },
  {
    id: 'RECV-038',
    title: 'The receiver does not accept GET.',
    severity: 'advice',
    judges: [],
    run: (t) => expectNoEvent(t, 'GET'),
  },
  {
    id: 'RECV-039',
    title: 'The receiver does not accept HEAD.',
    severity: 'advice',
    judges: [],
    run: (t) => expectNoEvent(t, 'HEAD'),
  },
]
