import type { CaseContext } from './case-context.ts'
import { createDelivery } from './delivery.ts'
import type { Reply } from './sender.ts'

/** How many deliveries are in progress at a time at most, as in the simulator. */
const maxConcurrent = 16

/** Sends `size` genuine webhook deliveries at the same time, as after the purchase of a batch. Returns the label ids and the replies. */
export async function sendBurst(
  t: CaseContext,
  size: number,
): Promise<{ readonly labelIds: readonly string[]; readonly replies: readonly Reply[] }> {
  const deliveries = Array.from({ length: size }, () => createDelivery())
  const waiting = [...deliveries]
  const replies: Reply[] = []
  const sendRemaining = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      replies.push(await t.send(next))
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, sendRemaining))
  return { labelIds: deliveries.map(({ labelId }) => labelId), replies }
}
