import { describe, expect, it } from 'vitest'
import { buyLabelIn, startMs, startWorld } from '../../../test/support/simulator/world.ts'
import type { Context } from '../accounts/context.ts'
import { carrierNames } from '../specification/model.ts'
import { advanceBy } from '../time/clock-moves.ts'
import { findStatusMessage } from '../tracking/normalise.ts'
import { findScanMessage } from '../tracking/script.ts'
import {
  addCarrierEvent,
  countManualChanges,
  ensureJourney,
  hasBeenScanned,
  listPolledEvents,
  scanPackageNow,
  switchScript,
} from './journeys.ts'

const dayMs = 86_400_000

async function buyTestLabel() {
  const { simulator } = await startWorld()
  const context = simulator.defaultAccount
  return { context, label: buyLabelIn(context) }
}

function listPastEvents(context: Context, trackingNumber: string) {
  const poll = { atMs: context.clock.now(), changesSeen: countManualChanges(context, trackingNumber) }
  const carrier = context.state.journeys.get(trackingNumber)?.carrier ?? 'UPS'
  return listPolledEvents(context, { trackingNumber, carrier }, poll)
}

describe('the journey of a parcel', () => {
  it('a tracking number without a label, a script or a manual event has no tracking events', async () => {
    const { context } = await buyTestLabel()
    expect(listPastEvents(context, 'nobody')).toEqual([])
    expect(countManualChanges(context, 'nobody')).toBe(0)
  })

  it('a manual scan of a label adds one tracking event of the pickup', async () => {
    const { context, label } = await buyTestLabel()
    expect(hasBeenScanned(context, label)).toBe(false)
    scanPackageNow(context, label)
    expect(hasBeenScanned(context, label)).toBe(true)
    await advanceBy(context, 15 * dayMs)
    const events = listPastEvents(context, label.trackingNumber)
    const scan = events.find(({ moving }) => moving)
    expect(scan?.atMs).toBe(startMs)
    expect(events.filter(({ message }) => message === scan?.message)).toHaveLength(1)
    expect(events.at(-1)?.status).toBe('delivered')
  })

  it('a parcel that follows a new tracking script keeps its past events', async () => {
    const { context, label } = await buyTestLabel()
    await advanceBy(context, 2 * dayMs)
    const before = listPastEvents(context, label.trackingNumber)
    expect(before).not.toEqual([])
    switchScript(context, label.trackingNumber, 'returned')
    await advanceBy(context, 30 * dayMs)
    const after = listPastEvents(context, label.trackingNumber)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.some(({ status }) => status === 'exception')).toBe(true)
  })

  it('the tracking script "delivered" soon after a purchase puts all scans between the purchase and now', async () => {
    const { context, label } = await buyTestLabel()
    await advanceBy(context, 3_600_000)
    switchScript(context, label.trackingNumber, 'delivered')
    const events = listPastEvents(context, label.trackingNumber)
    const times = events.map(({ atMs }) => atMs)
    expect(events).toHaveLength(9)
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
    expect([times[0], events.at(-1)?.status]).toEqual([startMs, 'delivered'])
  })

  it('the tracking script "delivered" for a parcel on its way repeats no earlier scan', async () => {
    const { context, label } = await buyTestLabel()
    await advanceBy(context, 2 * dayMs)
    switchScript(context, label.trackingNumber, 'delivered')
    const scans = listPastEvents(context, label.trackingNumber).map(
      ({ message, location }) => message + location,
    )
    expect(new Set(scans).size).toBe(scans.length)
    expect(scans).toHaveLength(9)
  })

  it('the tracking script "delivered" for a held parcel continues from the station where the parcel is held', async () => {
    const { context, label } = await buyTestLabel()
    switchScript(context, label.trackingNumber, 'held')
    await advanceBy(context, 4 * 3_600_000)
    const held = listPastEvents(context, label.trackingNumber)
    switchScript(context, label.trackingNumber, 'delivered')
    const after = listPastEvents(context, label.trackingNumber).slice(held.length)
    expect(held.at(-1)?.status).toBe('exception')
    expect(after.map(({ status }) => status)).toEqual(['out_for_delivery', 'delivered'])
  })

  it('the tracking script "delivered" for a manually scanned parcel adds no second pickup event', async () => {
    const { context, label } = await buyTestLabel()
    scanPackageNow(context, label)
    await advanceBy(context, 3_600_000)
    switchScript(context, label.trackingNumber, 'delivered')
    const messages = listPastEvents(context, label.trackingNumber).map(({ message }) => message)
    expect(
      messages.filter((message) => message === findScanMessage(label.carrier, 'picked_up')),
    ).toHaveLength(1)
    expect(messages.at(-1)).toBe(findScanMessage(label.carrier, 'delivered'))
  })

  it('the tracking script "in_transit" puts a delivered parcel back into transit', async () => {
    const { context, label } = await buyTestLabel()
    switchScript(context, label.trackingNumber, 'delivered')
    const { length } = listPastEvents(context, label.trackingNumber)
    switchScript(context, label.trackingNumber, 'in_transit')
    const after = listPastEvents(context, label.trackingNumber)
    expect([after.length, after.at(-1)?.status]).toEqual([length + 1, 'in_transit'])
  })

  it('a parcel with a manually added event gets no more events from its tracking script', async () => {
    const { context, label } = await buyTestLabel()
    addCarrierEvent(context, label.trackingNumber, { status: 'exception', message: 'Held by customs' })
    const pushed = listPastEvents(context, label.trackingNumber)
    expect(pushed.at(-1)).toMatchObject({ atMs: startMs, status: 'exception', message: 'Held by customs' })
    await advanceBy(context, 30 * dayMs)
    expect(listPastEvents(context, label.trackingNumber)).toEqual(pushed)
  })

  it.each(carrierNames)(
    'a tracking event added before the tracker is registered gets a message of the carrier %s',
    async (carrier) => {
      const { context } = await buyTestLabel()
      for (const message of [null, 'left with a neighbour'])
        addCarrierEvent(context, 'early', { status: 'delivered', message })
      ensureJourney(context, { trackingNumber: 'early', carrier })
      const [own, given] = listPastEvents(context, 'early')
      expect(own?.message).toBe(findStatusMessage(carrier, 'delivered'))
      expect(given?.message).toBe('left with a neighbour')
    },
  )

  it('listPolledEvents returns only the tracking events that the carrier reported at the last poll', async () => {
    const { context, label } = await buyTestLabel()
    const number = label.trackingNumber
    const poll = { atMs: context.clock.now(), changesSeen: countManualChanges(context, number) }
    const seen = listPolledEvents(context, label, poll)
    addCarrierEvent(context, number, { status: 'delivered', message: null })
    expect(listPolledEvents(context, label, poll)).toEqual(seen)
    expect(listPastEvents(context, number)).toHaveLength(seen.length + 1)
  })

  it('a manually added event "pre_transit" does not count as a scan', async () => {
    const { context, label } = await buyTestLabel()
    addCarrierEvent(context, label.trackingNumber, { status: 'pre_transit', message: null })
    expect(hasBeenScanned(context, label)).toBe(false)
    addCarrierEvent(context, label.trackingNumber, { status: 'in_transit', message: null })
    expect(hasBeenScanned(context, label)).toBe(true)
  })
})
