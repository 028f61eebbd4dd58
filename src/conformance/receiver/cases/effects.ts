import { sendBurst } from '../burst.ts'
import type { ReceiverCase } from '../case.ts'
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

/** Cases of what the app did with the deliveries. */
export const effectCases: readonly ReceiverCase[] = [
  {
    needsEffects: true,
    id: 'RECV-043',
    title: 'The app acts once on a genuine delivery.',
    severity: 'error',
    judges: ['EVENTS-35'],
    run: (t) => expectActed(t, [newDelivery()]),
  },
  {
    needsEffects: true,
    id: 'RECV-044',
    title: 'The app acts once on a delivery that comes a second time.',
    severity: 'error',
    judges: ['EVENTS-11', 'EVENTS-40'],
    run: async (t) => {
      const delivery = newDelivery()
      await expectActed(t, [delivery, delivery])
    },
  },
  {
    needsEffects: true,
    id: 'RECV-045',
    title: 'The app acts once on a delivery that comes twice at the same time.',
    severity: 'error',
    judges: ['EVENTS-11', 'EVENTS-40'],
    run: async (t) => {
      const delivery = newDelivery()
      await Promise.all([t.send(delivery), t.send(delivery)])
      await t.effects.expectActed([delivery.labelId], 1)
    },
  },
  {
    needsEffects: true,
    id: 'RECV-053',
    title: 'The app acts once on a delivery that comes again after another one.',
    severity: 'error',
    judges: ['EVENTS-11', 'EVENTS-40'],
    run: (t) => {
      const [delivery, other] = [newDelivery(), newDelivery()]
      return expectActed(t, [delivery, other, delivery])
    },
  },
  {
    needsEffects: true,
    id: 'RECV-054',
    title: 'The app acts once on an event that comes again with another timestamp and signature.',
    severity: 'error',
    judges: ['EVENTS-11', 'EVENTS-40'],
    run: (t) => {
      const payload = newPayload()
      const timestamp = new Date(Date.parse(payload.timestamp) + 1_000).toISOString()
      return expectActed(t, [deliver(payload), deliver({ ...payload, timestamp })])
    },
  },
  {
    needsEffects: true,
    id: 'RECV-055',
    title: 'The app acts once on each of two labels with the same tracking number.',
    severity: 'error',
    judges: ['EVENTS-11', 'EVENTS-35'],
    run: (t) => {
      const payload = newPayload()
      const { tracking_number } = payload.data
      return expectActed(t, [deliver(payload), deliver(newPayload({ data: { tracking_number } }))])
    },
  },
  {
    needsEffects: true,
    id: 'RECV-046',
    title: 'The app does not act on deliveries that are not genuine.',
    severity: 'error',
    judges: ['EVENTS-26'],
    run: (t) =>
      expectActed(
        t,
        forgeries.map(({ make }) => make()),
        0,
      ),
  },
  {
    needsEffects: true,
    id: 'RECV-047',
    title: 'The app acts once on a delivery whose times are 27 hours old, as in the last attempt.',
    severity: 'error',
    judges: ['EVENTS-34', 'EVENTS-35'],
    run: (t) => expectActed(t, [deliver(newPayload({ ageMs: lastAttemptMs }))]),
  },
  {
    needsEffects: true,
    id: 'RECV-048',
    title: 'The app acts once on an event that is older than the one before.',
    severity: 'error',
    judges: ['EVENTS-28', 'EVENTS-35'],
    run: (t) => expectActed(t, [newDelivery(), deliver(newPayload({ ageMs: lastAttemptMs / 2 }))]),
  },
  {
    needsEffects: true,
    id: 'RECV-049',
    title: `The app acts once on each of ${burstSize} deliveries in a burst.`,
    severity: 'error',
    judges: ['EVENTS-35'],
    run: async (t) => t.effects.expectActed((await sendBurst(t, burstSize)).labelIds, 1),
  },
  {
    needsEffects: true,
    id: 'RECV-050',
    title: 'The app does not act on an event with another name.',
    severity: 'advice',
    judges: [],
    run: (t) => expectActed(t, [deliver(newPayload({ event: 'label.examined' }))], 0),
  },
  {
    needsEffects: true,
    id: 'RECV-051',
    title: 'The app does not act on GET with a signed event as its body.',
    severity: 'advice',
    judges: [],
    run: (t) => expectActed(t, [newDelivery({ method: 'GET' })], 0),
  },
]
