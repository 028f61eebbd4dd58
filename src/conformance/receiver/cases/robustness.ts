import { adviceCase, type ReceiverCase } from '../case.ts'
import { deliver, newDelivery, newPayload } from '../delivery.ts'

const megabyte = 1_000_000

/** Cases of genuine deliveries that the service never sends, and of a receiver that has met all others. */
export const robustnessCases: readonly ReceiverCase[] = [
  adviceCase('RECV-040', 'The receiver survives a body of 1 MB.')
    .judges()
    .by((t) =>
      t.expectNoCrash(deliver(newPayload({ beside: { padding: 'x'.repeat(megabyte) } })), {
        mayHangUp: true,
      }),
    ),
  adviceCase('RECV-041', 'The receiver survives a signed body that is not JSON.')
    .judges()
    .by((t) => t.expectNoCrash(newDelivery({ body: 'event=label.created' }), { mayHangUp: false })),
  adviceCase('RECV-042', 'The receiver survives signed JSON that is no event.')
    .judges()
    .by(async (t) => {
      for (const body of [
        'null',
        '[]',
        '{"event":"label.created"}',
        '{"event":"label.created","data":null}',
      ]) {
        await t.expectNoCrash(newDelivery({ body }), { mayHangUp: false })
      }
    }),
]
