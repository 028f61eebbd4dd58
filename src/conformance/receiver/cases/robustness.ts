import type { ReceiverCase } from '../case.ts'
import { deliver, newDelivery, newPayload } from '../delivery.ts'

const megabyte = 1_000_000

/** Cases of genuine deliveries that the service never sends, and of a receiver that has met all others. */
export const robustnessCases: readonly ReceiverCase[] = [
  {
    id: 'RECV-040',
    title: 'The receiver survives a body of 1 MB.',
    severity: 'advice',
    judges: [],
    run: (t) =>
      t.expectNoCrash(deliver(newPayload({ beside: { padding: 'x'.repeat(megabyte) } })), {
        mayHangUp: true,
      }),
  },
  {
    id: 'RECV-041',
    title: 'The receiver survives a signed body that is not JSON.',
    severity: 'advice',
    judges: [],
    run: (t) => t.expectNoCrash(newDelivery({ body: 'event=label.created' }), { mayHangUp: false }),
  },
  {
    id: 'RECV-042',
    title: 'The receiver survives signed JSON that is no event.',
    severity: 'advice',
    judges: [],
    run: async (t) => {
      for (const body of [
        'null',
        '[]',
        '{"event":"label.created"}',
        '{"event":"label.created","data":null}',
      ]) {
        await t.expectNoCrash(newDelivery({ body }), { mayHangUp: false })
      }
    },
  },
]
