import { sendBurst } from '../burst.ts'
import { advice, duty, type ReceiverCase } from '../case.ts'
import type { CaseContext } from '../case-context.ts'
import { type Delivery, deliver, newDelivery, newPayload } from '../delivery.ts'
import { forgeries } from './forgeries.ts'
import { lastAttemptMs } from './repetitions.ts'

/** The number of deliveries in a burst. The effect command runs at least once for each. */
const burstSize = 20

/** Sends deliveries in order, then judges that the app acted so many times on each. */
async function expectActed(t: CaseContext, deliveries: readonly Delivery[], times: 0 | 1 = 1): Promise<void> {
  for (const delivery of deliveries) await t.send(delivery)
  await t.effects.expectActed([...new Set(deliveries.map(({ labelId }) => labelId))], times)
}

const acting = { needsEffects: true } as const

/** Cases of what the app did with the deliveries. */
export const effectCases: readonly ReceiverCase[] = [
  duty('RECV-043', 'The app acts once on a genuine delivery.', acting)
    .judges('EVENTS-35')
    .by((t) => expectActed(t, [newDelivery()])),
  duty('RECV-044', 'The app acts once on a delivery that comes a second time.', acting)
    .judges('EVENTS-11', 'EVENTS-40')
    .by(async (t) => {
      const delivery = newDelivery()
      await expectActed(t, [delivery, delivery])
    }),
  duty('RECV-045', 'The app acts once on a delivery that comes twice at the same time.', acting)
    .judges('EVENTS-11', 'EVENTS-40')
    .by(async (t) => {
      const delivery = newDelivery()
      await Promise.all([t.send(delivery), t.send(delivery)])
      await t.effects.expectActed([delivery.labelId], 1)
    }),
  duty('RECV-053', 'The app acts once on a delivery that comes again after another one.', acting)
    .judges('EVENTS-11', 'EVENTS-40')
    .by((t) => {
      const [delivery, other] = [newDelivery(), newDelivery()]
      return expectActed(t, [delivery, other, delivery])
    }),
  duty(
    'RECV-054',
    'The app acts once on an event that comes again with another timestamp and signature.',
    acting,
  )
    .judges('EVENTS-11', 'EVENTS-40')
    .by((t) => {
      const payload = newPayload()
      const timestamp = new Date(Date.parse(payload.timestamp) + 1_000).toISOString()
      return expectActed(t, [deliver(payload), deliver({ ...payload, timestamp })])
    }),
  duty('RECV-055', 'The app acts once on each of two labels with the same tracking number.', acting)
    .judges('EVENTS-11', 'EVENTS-35')
    .by((t) => {
      const payload = newPayload()
      const { tracking_number } = payload.data
      return expectActed(t, [deliver(payload), deliver(newPayload({ data: { tracking_number } }))])
    }),
  duty('RECV-046', 'The app does not act on deliveries that are not genuine.', acting)
    .judges('EVENTS-26')
    .by((t) =>
      expectActed(
        t,
        forgeries.map(({ make }) => make()),
        0,
      ),
    ),
  duty(
    'RECV-047',
    'The app acts once on a delivery whose times are 27 hours old, as in the last attempt.',
    acting,
  )
    .judges('EVENTS-34', 'EVENTS-35')
    .by((t) => expectActed(t, [deliver(newPayload({ ageMs: lastAttemptMs }))])),
  duty('RECV-048', 'The app acts once on an event that is older than the one before.', acting)
    .judges('EVENTS-28', 'EVENTS-35')
    .by((t) => expectActed(t, [newDelivery(), deliver(newPayload({ ageMs: lastAttemptMs / 2 }))])),
  duty('RECV-049', `The app acts once on each of ${burstSize} deliveries in a burst.`, acting)
    .judges('EVENTS-35')
    .by(async (t) => t.effects.expectActed((await sendBurst(t, burstSize)).labelIds, 1)),
  advice('RECV-050', 'The app does not act on an event with another name.', acting)
    .judges()
    .by((t) => expectActed(t, [deliver(newPayload({ event: 'label.examined' }))], 0)),
  advice('RECV-051', 'The app does not act on GET with a signed event as its body.', acting)
    .judges()
    .by((t) => expectActed(t, [newDelivery({ method: 'GET' })], 0)),
]
