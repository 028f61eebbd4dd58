import type { CaseContext } from './case-context.ts'
import { newDelivery } from './delivery.ts'
import type { Reply } from './sender.ts'

/** So many deliveries are on their way at a time. The simulator opens as many connections to one receiver. */
const atOnce = 16

/** Sends many genuine deliveries, as after the purchase of a batch. */
export async function sendBurst(
  t: CaseContext,
  size: number,
): Promise<{ readonly labelIds: readonly string[]; readonly replies: readonly Reply[] }> {
  const deliveries = Array.from({ length: size }, () => newDelivery())
  const waiting = [...deliveries]
  const replies: Reply[] = []
  const sendWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      replies.push(await t.send(next))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendWaiting))
  return { labelIds: deliveries.map(({ labelId }) => labelId), replies }
}
