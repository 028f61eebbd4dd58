import { type Client, type Json, must, pair, single, type Witness } from './world.ts'

const number = '1Z999AA10123456784'
const trackingDown = { target: 'carrier:*', operation: 'tracking', mode: 'down' }

const register = async (a: Client, text = number, carrier = 'UPS'): Promise<Json> =>
  must(await a.test.track(text, carrier))

/** The parcel moves now; what the tracker knows of it. */
const moves = (a: Client, status = 'in_transit') => a.event(number, status, 'Departed facility')
const eventsOf = async (a: Client, tracker: Json): Promise<number> =>
  (await a.test.tracker(tracker)).events.length

export const trackerWitnesses: Readonly<Record<string, Witness>> = {
  'registration-puts-off-polls': pair('state', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('3h')
    await register(a, '1Z999AA10123456785')
    await a.advance('2h')
    return (await eventsOf(a, tracker)) === 0
  }),
  'reading-puts-off-poll': pair('state', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('3h')
    await a.test.tracker(tracker)
    await a.advance('2h')
    return (await eventsOf(a, tracker)) === 0
  }),
  'idle-trackers-sleep': single('boundaries', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await a.test.tracker(tracker)
    await moves(a)
    await a.advance('73h')
    return (await eventsOf(a, tracker)) === 0
  }),
  'polls-slow-down': single('boundaries', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await a.advance('25h')
    await a.test.tracker(tracker)
    await moves(a)
    await a.advance('5h')
    return (await eventsOf(a, tracker)) === 0
  }),
  'failed-poll-skips-a-day': pair('partial failure', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await a.fault(trackingDown)
    await a.advance('5h')
    await a.clearFaults()
    await moves(a)
    await a.advance('5h')
    return (await eventsOf(a, tracker)) === 0
  }),
  'failed-poll-drops-history': pair('partial failure', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('5h')
    await a.fault(trackingDown)
    await a.advance('5h')
    return (await eventsOf(a, tracker)) === 0
  }),
  'history-doubled-after-failed-poll': pair('partial failure', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('5h')
    await a.test.tracker(tracker)
    await a.fault(trackingDown)
    await a.advance('5h')
    await a.clearFaults()
    await a.advance('5h')
    return (await eventsOf(a, tracker)) > 1
  }),
  'registration-again-clears-history': pair('state', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('5h')
    await register(a)
    return (await eventsOf(a, tracker)) === 0
  }),
  'history-shared-by-carrier': pair('state', async (w) => {
    const a = await w.client()
    await moves(a)
    await a.test.tracker(await register(a))
    return (await eventsOf(a, await register(a, '1Z999AA10123456785'))) > 0
  }),
  'one-tracker-per-number': pair('state', async (w) => {
    const a = await w.client()
    await register(a)
    const other = await register(a, number, 'FedEx')
    return (await a.test.tracker(other)).carrier === 'UPS'
  }),
  'tracker-of-both-environments': pair('state', async (w) => {
    const a = await w.client()
    must(await a.live.track(number, 'UPS'))
    const { id } = await register(a)
    return (await a.test.get(`/trackers/${id}`)).status === 403
  }),
  'tracker-moves-to-other-client': pair('security', async (w) => {
    const [a, b] = [await w.client(), await w.client()]
    const tracker = await register(a)
    await register(b)
    return (await a.test.get(`/trackers/${tracker.id}`)).status === 404
  }),
  'parallel-registrations-one-tracker': single('concurrency', async (w) => {
    const a = await w.client()
    const both = await Promise.all([register(a), register(a, '1Z999AA10123456785')])
    return both[0].id === both[1].id
  }),
  'void-drops-tracker': pair('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    const tracker = await register(a, label.tracking_number, label.carrier)
    must(await a.test.void(label))
    return (await a.test.get(`/trackers/${tracker.id}`)).status === 404
  }),
  'tracking-number-in-capitals': single('encoding', async (w) => {
    return (await register(await w.client(), 'ab12cd34')).tracking_number !== 'ab12cd34'
  }),
  'tracking-number-without-leading-zeros': single('encoding', async (w) => {
    return (await register(await w.client(), '00340434161094', 'DHL')).tracking_number !== '00340434161094'
  }),
  'tracking-number-cut-at-30': single('encoding', async (w) => {
    const long = '4201011893612089954283330804361234'
    return (await register(await w.client(), long, 'USPS')).tracking_number !== long
  }),
  'polls-a-minute-late': single('boundaries', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('14401s')
    return (await eventsOf(a, tracker)) === 0
  }),
  'history-begins-anew-after-a-week': single('boundaries', async (w) => {
    const a = await w.client()
    const tracker = await register(a)
    await moves(a)
    await a.advance('5h')
    if ((await eventsOf(a, tracker)) === 0) throw new Error('no event')
    await a.advance('8d')
    return (await eventsOf(a, tracker)) === 0
  }),
}
