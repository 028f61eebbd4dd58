import { describe, expect, it } from 'vitest'
import {
  buyLabelIn,
  createCall,
  requireValue,
  setWebhook,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { listDeliveries } from '../resources/deliveries.ts'
import { advanceBy } from '../time/clock-moves.ts'
import { emitLabelCreated, maxKeptDeliveries } from './outbox.ts'

describe('the deliveries that the outbox keeps', () => {
  async function createEndedDeliveries(count: number) {
    const { simulator } = await startWorld()
    const context = simulator.defaultAccount
    setWebhook(context)
    const label = buyLabelIn(context)
    await advanceBy(context, 0)
    const first = requireValue([...context.state.deliveries.values()][0])
    for (let made = 1; made < count; made += 1) emitLabelCreated(context, label, 'http://dock.test')
    return { context, first, label }
  }

  it('the webhook outbox keeps ten thousand deliveries of an environment and drops the oldest delivery that has ended', async () => {
    const { context, first, label } = await createEndedDeliveries(maxKeptDeliveries)
    expect(context.state.deliveries.size).toBe(maxKeptDeliveries)
    expect(context.state.deliveries.get(first.id)?.status).toBe('succeeded')
    emitLabelCreated(context, label, 'http://dock.test')
    expect(context.state.deliveries.size).toBe(maxKeptDeliveries)
    expect(context.state.deliveries.get(first.id)).toBeUndefined()
  })

  it('the webhook outbox keeps all pending deliveries, even above the maximum number', async () => {
    const { context, label } = await createEndedDeliveries(maxKeptDeliveries + 1)
    emitLabelCreated(context, label, 'http://dock.test')
    expect(context.state.deliveries.size).toBe(maxKeptDeliveries + 1)
  })

  it('the webhook outbox drops the oldest deliveries above the maximum as soon as they have ended', async () => {
    const { context } = await createEndedDeliveries(maxKeptDeliveries + 500)
    const newest = [...context.state.deliveries.keys()].at(-1)
    expect(context.state.deliveries.size).toBe(maxKeptDeliveries + 499)
    await advanceBy(context, 0)
    expect(context.state.deliveries.size).toBe(maxKeptDeliveries)
    expect(listDeliveries(createCall(context)).deliveries[0]?.id).toBe(newest)
  })
})
