import { RuleBroken } from '../http/failures.ts'
import type { Delivery } from './delivery.ts'
import { createDelivery } from './delivery.ts'
import type { Effects } from './effects.ts'
import { describeReply, isAccepted, requireAccepted } from './reply.ts'
import type { Reply } from './sender.ts'

/** The functions and settings that the code of a case of the receiver examination can use. */
export interface CaseContext {
  readonly timeoutMs: number
  /** The status with which the webhook receiver refuses a wrong signature. */
  readonly statusUnauthorized: number
  readonly effects: Effects
  send(delivery: Delivery): Promise<Reply>
  /** Sends genuine webhook deliveries one after the other. Throws RuleBroken unless the receiver responds to each with 2xx in time. */
  expectAccepted(...deliveries: readonly Delivery[]): Promise<void>
  /** Sends a webhook delivery that is not genuine. Throws RuleBroken unless the receiver responds with the status for a wrong signature. */
  expectRefused(delivery: Delivery): Promise<void>
  /** Sends an unusual webhook delivery, then a genuine one. Throws RuleBroken if the first gets a 5xx, or the second gets no 2xx. */
  expectNoCrash(delivery: Delivery, options: { readonly mayHangUp: boolean }): Promise<void>
}

type ContextParts = Pick<CaseContext, 'timeoutMs' | 'statusUnauthorized' | 'effects' | 'send'>

/** Creates the context of an examination case from its settings and the function that sends deliveries. */
export function createCaseContext(parts: ContextParts): CaseContext {
  const { timeoutMs, statusUnauthorized, send } = parts
  const expectAccepted = async (...deliveries: readonly Delivery[]): Promise<void> => {
    for (const delivery of deliveries) requireAccepted(await send(delivery), timeoutMs)
  }
  return {
    ...parts,
    expectAccepted,
    expectRefused: async (delivery) => {
      const reply = await send(delivery)
      if (reply.status !== statusUnauthorized) {
        throw new RuleBroken({ expected: `${statusUnauthorized}`, actual: describeReply(reply) })
      }
    },
    expectNoCrash: async (delivery, { mayHangUp }) => {
      const reply = await send(delivery)
      const isFine = reply.status === null ? mayHangUp : reply.status < 500
      if (!isFine) throw new RuleBroken({ expected: 'a response below 500', actual: describeReply(reply) })
      const next = await send(createDelivery())
      if (!isAccepted(next)) {
        throw new RuleBroken({
          expected: 'a 2xx response to the genuine delivery that follows',
          actual: describeReply(next),
        })
      }
    },
  }
}
