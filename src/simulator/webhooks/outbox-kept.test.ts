import { describe, expect, it } from 'vitest'
import { buyIn, callIn, known, setWebhook, startWorld } from '../../../test/support/simulator/world.ts'
import { listDeliveries } from '../resources/deliveries.ts'
import { advanceBy } from '../time/clock-moves.ts'
import { emitLabelCreated, endedDeliveriesKept } from './outbox.ts'

describe('deliveries kept', () => {
  async function withEnded(count: number) {
    const { simulator } = await startWorld()
    const context = simulator.defaultAccount
    setWebhook(context)
    const label = buyIn(context)
    await advanceBy(context, 0)
    const first = known([...context.state.deliveries.values()][0])
    for (let made = 1; made < count; made += 1) emitLabelCreated(context, label, 'http://dock.test')
    return { context, first, label }
  }

  it('are ten thousand of an environment: the oldest that has ended gives way to the next', async () => {
    const { context, first, label } = await withEnded(endedDeliveriesKept)
    expect(context.state.deliveries.size).toBe(endedDeliveriesKept)
    expect(context.state.deliveries.get(first.id)?.status).toBe('succeeded')
    emitLabelCreated(context, label, 'http://dock.test')
    expect(context.state.deliveries.size).toBe(endedDeliveriesKept)
    expect(context.state.deliveries.get(first.id)).toBeUndefined()
  })

  it('include every one that is still pending, however many', async () => {
    const { context, label } = await withEnded(endedDeliveriesKept + 1)
    emitLabelCreated(context, label, 'http://dock.test')
    expect(context.state.deliveries.size).toBe(endedDeliveriesKept + 1)
  })

  it('are no more than that again once those that held them up have ended', async () => {
    const { context } = await withEnded(endedDeliveriesKept + 500)
    const newest = [...context.state.deliveries.keys()].at(-1)
    expect(context.state.deliveries.size).toBe(endedDeliveriesKept + 499)
    await advanceBy(context, 0)
    expect(context.state.deliveries.size).toBe(endedDeliveriesKept)
    expect(listDeliveries(callIn(context)).deliveries[0]?.id).toBe(newest)
  })
})
