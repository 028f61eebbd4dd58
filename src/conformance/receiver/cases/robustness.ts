import { defineAdviceCase, type ReceiverCase } from '../case.ts'
import { buildDelivery, createDelivery, createPayload } from '../delivery.ts'

const megabyte = 1_000_000

/** Examination cases with signed deliveries that the service never sends. The receiver must not crash. */
export const robustnessCases: readonly ReceiverCase[] = [
  defineAdviceCase('RECV-040', 'The receiver survives a body of 1 MB.')
    .judges()
    .by((t) =>
      t.expectNoCrash(buildDelivery(createPayload({ beside: { padding: 'x'.repeat(megabyte) } })), {
        mayHangUp: true,
      }),
    ),
  defineAdviceCase('RECV-041', 'The receiver survives a signed body that is not JSON.')
    .judges()
    .by((t) => t.expectNoCrash(createDelivery({ body: 'event=label.created' }), { mayHangUp: false })),
  defineAdviceCase('RECV-042', 'The receiver survives signed JSON that is no event.')
    .judges()
    .by(async (t) => {
      for (const body of [
        'null',
        '[]',
        '{"event":"label.created"}',
        '{"event":"label.created","data":null}',
      ]) {
        await t.expectNoCrash(createDelivery({ body }), { mayHangUp: false })
      }
    }),
]
