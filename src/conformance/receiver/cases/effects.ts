import { sendBurst } from '../burst.ts'
import { adviceCase, dutyCase, type ReceiverCase } from '../case.ts'
import type { CaseContext } from '../case-context.ts'
import { type Delivery, deliver, newDelivery, newPayload } from '../delivery.ts'
import { forgeries, forgeWithId, withSignatureOf } from './forgeries.ts'
import { lastAttemptMs } from './repetitions.ts'

/** The number of deliveries in a burst. The effect command runs at least once for each. */
const burstSize = 20

/** Sends deliveries in order, then judges that the app acted so many times on each. */
async function expectEffects(
  t: CaseContext,
  deliveries: readonly Delivery[],
  times: 0 | 1 = 1,
): Promise<void> {
  for (const delivery of deliveries) await t.send(delivery)
  await t.effects.expectActed([...new Set(deliveries.map(({ labelId }) => labelId))], times)
}

const acting = { needsEffects: true } as const

/** Cases of what the app did with the deliveries. */
export const effectCases: readonly ReceiverCase[] = [
  dutyCase('RECV-043', 'The app acts once on a genuine delivery.', acting)
    .judges('EVENTS-35')
    .by((t) => expectEffects(t, [newDelivery()])),
  dutyCase('RECV-044', 'The app acts once on a delivery that comes a second time.', acting)
    .judges('EVENTS-11', 'EVENTS-40')
    .by(async (t) => {
      const delivery = newDelivery()
      await expectEffects(t, [delivery, delivery])
    }),
  dutyCase('RECV-045', 'The app acts once on a delivery that comes twice at the same time.', acting)
    .judges('EVENTS-11', 'EVENTS-40')
    .by(async (t) => {
      const delivery = newDelivery()
      await Promise.all([t.send(delivery), t.send(delivery)])
      await t.effects.expectActed([delivery.labelId], 1)
    }),
  dutyCase('RECV-053', 'The app acts once on a delivery that comes again after another one.', acting)
    .judges('EVENTS-11', 'EVENTS-40')
    .by((t) => {
      const [delivery, other] = [newDelivery(), newDelivery()]
      return expectEffects(t, [delivery, other, delivery])
    }),
  dutyCase(
    'RECV-054',
    'The app acts once on an event that comes again with another timestamp and signature.',
    acting,
  )
    .judges('EVENTS-11', 'EVENTS-40')
    .by((t) => {
      const payload = newPayload()
      const timestamp = new Date(Date.parse(payload.timestamp) + 1_000).toISOString()
      return expectEffects(t, [deliver(payload), deliver({ ...payload, timestamp })])
    }),
  dutyCase('RECV-055', 'The app acts once on each of two labels with the same tracking number.', acting)
    .judges('EVENTS-11', 'EVENTS-35')
    .by((t) => {
      const payload = newPayload()
      const { tracking_number } = payload.data
      return expectEffects(t, [deliver(payload), deliver(newPayload({ data: { tracking_number } }))])
    }),
  dutyCase('RECV-046', 'The app does not act on deliveries that are not genuine.', acting)
    .judges('EVENTS-26')
    .by((t) =>
      expectEffects(
        t,
        forgeries.map(({ make }) => make()),
        0,
      ),
    ),
  dutyCase(
    'RECV-060',
    'The app acts once on a genuine event after forged ones with the same data.id.',
    acting,
  )
    .judges('EVENTS-26', 'EVENTS-35')
    .by((t) => {
      const genuine = newDelivery()
      return expectEffects(t, [...forgeWithId(genuine), genuine])
    }),
  dutyCase('RECV-061', 'The app does not act on a forged event with the data.id of an accepted one.', acting)
    .judges('EVENTS-26')
    .by((t) => {
      const genuine = newDelivery()
      return expectEffects(t, [genuine, ...forgeWithId(genuine)])
    }),
  dutyCase(
    'RECV-062',
    'The app does not act on a forged event with the signature of an accepted delivery.',
    acting,
  )
    .judges('EVENTS-26')
    .by(async (t) => {
      const genuine = newDelivery()
      await t.expectAccepted(genuine)
      await expectEffects(t, [withSignatureOf(genuine)], 0)
    }),
  dutyCase(
    'RECV-047',
    'The app acts once on a delivery whose times are 27 hours old, as in the last attempt.',
    acting,
  )
    .judges('EVENTS-34', 'EVENTS-35')
    .by((t) => expectEffects(t, [deliver(newPayload({ ageMs: lastAttemptMs }))])),
  dutyCase('RECV-048', 'The app acts once on an event that is older than the one before.', acting)
    .judges('EVENTS-28', 'EVENTS-35')
    .by((t) => expectEffects(t, [newDelivery(), deliver(newPayload({ ageMs: lastAttemptMs / 2 }))])),
  dutyCase('RECV-049', `The app acts once on each of ${burstSize} deliveries in a burst.`, acting)
    .judges('EVENTS-35')
    .by(async (t) => t.effects.expectActed((await sendBurst(t, burstSize)).labelIds, 1)),
  adviceCase('RECV-050', 'The app does not act on an event with another name.', acting)
    .judges()
    .by((t) => expectEffects(t, [deliver(newPayload({ event: 'label.examined' }))], 0)),
  adviceCase('RECV-051', 'The app does not act on GET with a signed event as its body.', acting)
    .judges()
    .by((t) => expectEffects(t, [newDelivery({ method: 'GET' })], 0)),
]
