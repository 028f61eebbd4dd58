import { sendBurst } from '../burst.ts'
import { defineAdviceCase, defineErrorCase, type ReceiverCase } from '../case.ts'
import type { CaseContext } from '../case-context.ts'
import { buildDelivery, createDelivery, createPayload, type Delivery } from '../delivery.ts'
import { forgeries, forgeWithCopiedSignature, forgeWithSameId } from './forgeries.ts'
import { lastAttemptMs } from './repetitions.ts'

/** The number of webhook deliveries that are sent at the same time in a burst. `countEffects` is called at least once for each. */
const burstSize = 20

/** Sends webhook deliveries in order. Throws RuleBroken unless the app then acted `times` times on the event of each delivery. */
async function expectEffects(
  t: CaseContext,
  deliveries: readonly Delivery[],
  times: 0 | 1 = 1,
): Promise<void> {
  for (const delivery of deliveries) await t.send(delivery)
  await t.effects.expectTimesActed([...new Set(deliveries.map(({ labelId }) => labelId))], times)
}

const needsCommand = { needsEffects: true } as const

/** Examination cases that count how often the app acted on webhook deliveries. */
export const effectCases: readonly ReceiverCase[] = [
  defineErrorCase('RECV-043', 'The app acts once on a genuine delivery.', needsCommand)
    .judges('EVENTS-35')
    .by((t) => expectEffects(t, [createDelivery()])),
  defineErrorCase('RECV-044', 'The app acts once on a delivery that comes a second time.', needsCommand)
    .judges('EVENTS-11', 'EVENTS-40')
    .by(async (t) => {
      const delivery = createDelivery()
      await expectEffects(t, [delivery, delivery])
    }),
  defineErrorCase(
    'RECV-045',
    'The app acts once on a delivery that comes twice at the same time.',
    needsCommand,
  )
    .judges('EVENTS-11', 'EVENTS-40')
    .by(async (t) => {
      const delivery = createDelivery()
      await Promise.all([t.send(delivery), t.send(delivery)])
      await t.effects.expectTimesActed([delivery.labelId], 1)
    }),
  defineErrorCase(
    'RECV-053',
    'The app acts once on a delivery that comes again after another one.',
    needsCommand,
  )
    .judges('EVENTS-11', 'EVENTS-40')
    .by((t) => {
      const [delivery, other] = [createDelivery(), createDelivery()]
      return expectEffects(t, [delivery, other, delivery])
    }),
  defineErrorCase(
    'RECV-054',
    'The app acts once on an event that comes again with another timestamp and signature.',
    needsCommand,
  )
    .judges('EVENTS-11', 'EVENTS-40')
    .by((t) => {
      const payload = createPayload()
      const timestamp = new Date(Date.parse(payload.timestamp) + 1_000).toISOString()
      return expectEffects(t, [buildDelivery(payload), buildDelivery({ ...payload, timestamp })])
    }),
  defineErrorCase(
    'RECV-055',
    'The app acts once on each of two labels with the same tracking number.',
    needsCommand,
  )
    .judges('EVENTS-11', 'EVENTS-35')
    .by((t) => {
      const payload = createPayload()
      const { tracking_number } = payload.data
      return expectEffects(t, [
        buildDelivery(payload),
        buildDelivery(createPayload({ data: { tracking_number } })),
      ])
    }),
  defineErrorCase('RECV-046', 'The app does not act on deliveries that are not genuine.', needsCommand)
    .judges('EVENTS-26')
    .by((t) =>
      expectEffects(
        t,
        forgeries.map(({ make }) => make()),
        0,
      ),
    ),
  defineErrorCase(
    'RECV-060',
    'The app acts once on a genuine event after forged ones with the same data.id.',
    needsCommand,
  )
    .judges('EVENTS-26', 'EVENTS-35')
    .by((t) => {
      const genuine = createDelivery()
      return expectEffects(t, [...forgeWithSameId(genuine), genuine])
    }),
  defineErrorCase(
    'RECV-061',
    'The app does not act on a forged event with the data.id of an accepted one.',
    needsCommand,
  )
    .judges('EVENTS-26')
    .by((t) => {
      const genuine = createDelivery()
      return expectEffects(t, [genuine, ...forgeWithSameId(genuine)])
    }),
  defineErrorCase(
    'RECV-062',
    'The app does not act on a forged event with the signature of an accepted delivery.',
    needsCommand,
  )
    .judges('EVENTS-26')
    .by(async (t) => {
      const genuine = createDelivery()
      await t.expectAccepted(genuine)
      await expectEffects(t, [forgeWithCopiedSignature(genuine)], 0)
    }),
  defineErrorCase(
    'RECV-047',
    'The app acts once on a delivery whose times are 27 hours old, as in the last attempt.',
    needsCommand,
  )
    .judges('EVENTS-34', 'EVENTS-35')
    .by((t) => expectEffects(t, [buildDelivery(createPayload({ ageMs: lastAttemptMs }))])),
  defineErrorCase(
    'RECV-048',
    'The app acts once on an event that is older than the one before.',
    needsCommand,
  )
    .judges('EVENTS-28', 'EVENTS-35')
    .by((t) =>
      expectEffects(t, [createDelivery(), buildDelivery(createPayload({ ageMs: lastAttemptMs / 2 }))]),
    ),
  defineErrorCase(
    'RECV-049',
    `The app acts once on each of ${burstSize} deliveries in a burst.`,
    needsCommand,
  )
    .judges('EVENTS-35')
    .by(async (t) => t.effects.expectTimesActed((await sendBurst(t, burstSize)).labelIds, 1)),
  defineAdviceCase(
    'RECV-050',
    'The app does not act on an event whose name is not label.created.',
    needsCommand,
  )
    .judges()
    .by((t) => expectEffects(t, [buildDelivery(createPayload({ event: 'label.examined' }))], 0)),
  defineAdviceCase('RECV-051', 'The app does not act on GET with a signed event as its body.', needsCommand)
    .judges()
    .by((t) => expectEffects(t, [createDelivery({ method: 'GET' })], 0)),
]
