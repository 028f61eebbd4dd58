import { describe, expect, it, vi } from 'vitest'
import {
  buyLabelIn,
  createOutcome,
  requireValue,
  setWebhook,
  startMs,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import type { Context } from '../accounts/context.ts'
import type { DeliveryRecord } from '../accounts/records/deliveries.ts'
import { addFault } from '../faults/add-fault.ts'
import { advanceBy, changeClock } from '../time/clock-moves.ts'
import { buildTimelineBody } from '../time/moments.ts'
import { runTask } from '../time/tasks.ts'
import { type AttemptOutcome, redeliver } from './outbox.ts'

const dayMs = 86_400_000

async function waitForAttempts(context: Context): Promise<void> {
  await advanceBy(context, 0)
}

function findOnlyDelivery(context: Context): DeliveryRecord {
  const [delivery, ...others] = context.state.deliveries.values()
  expect(others).toEqual([])
  return requireValue(delivery)
}

const listAttemptMinutes = (delivery: DeliveryRecord): number[] =>
  delivery.attempts.map(({ atMs }) => (atMs - startMs) / 60_000)

/** Returns the due times of attempts in the timeline, in minutes from the start. */
function listDueMinutes(context: Context): number[] {
  const { due } = buildTimelineBody(context, { fromMs: 0, toMs: startMs + 30 * dayMs, limit: 100 })
  return due.filter(({ kind }) => kind === 'webhook').map(({ at }) => (Date.parse(at) - startMs) / 60_000)
}

describe('the outbox of webhook deliveries', () => {
  it('the webhook outbox sends a requested redelivery at once and keeps the schedule of retries', async () => {
    const { simulator, attempts } = await startWorld({ answer: () => createOutcome(500) })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await waitForAttempts(context)
    redeliver(context, findOnlyDelivery(context))
    await waitForAttempts(context)
    expect(attempts).toHaveLength(2)
    expect(findOnlyDelivery(context)).toMatchObject({ status: 'pending', scheduledAttempts: 1 })
    await advanceBy(context, 30 * dayMs)
    expect(listAttemptMinutes(findOnlyDelivery(context))).toEqual([0, 0, 5, 35, 155, 1595])
  })

  it('the webhook outbox sends one redelivery for each request for a redelivery, and keeps the schedule of retries', async () => {
    const { simulator, attempts } = await startWorld({ answer: () => createOutcome(500) })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await waitForAttempts(context)
    for (let n = 0; n < 4; n += 1) redeliver(context, findOnlyDelivery(context))
    await waitForAttempts(context)
    expect(attempts).toHaveLength(5)
    await advanceBy(context, 30 * dayMs)
    expect(listAttemptMinutes(findOnlyDelivery(context))).toEqual([0, 0, 0, 0, 0, 5, 35, 155, 1595])
  })

  it('the webhook outbox lists each coming attempt once, also after redeliveries', async () => {
    const { simulator } = await startWorld({ answer: () => createOutcome(500) })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await waitForAttempts(context)
    redeliver(context, findOnlyDelivery(context))
    await waitForAttempts(context)
    expect(listDueMinutes(context)).toEqual([5])
    addFault(context, { target: 'webhook', mode: 'delay', latency_ms: 90_000, times: 1 })
    redeliver(context, findOnlyDelivery(context))
    await waitForAttempts(context)
    expect(listDueMinutes(context)).toEqual([1.5, 5])
  })

  it('the webhook outbox reports the result of each attempt, also of several attempts at the same time', async () => {
    const { simulator } = await startWorld({ answer: (attempt) => createOutcome(attempt < 3 ? 500 : 200) })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await waitForAttempts(context)
    for (let n = 0; n < 2; n += 1) redeliver(context, findOnlyDelivery(context))
    await waitForAttempts(context)
    const { past } = buildTimelineBody(context, { fromMs: startMs, toMs: startMs, limit: 100 })
    const { url, attempts } = findOnlyDelivery(context)
    expect(past.map(({ what }) => what)).toEqual(
      attempts.map(({ responseCode }, at) => `attempt ${at + 1} to ${url}: ${responseCode}`),
    )
    expect(past).toHaveLength(3)
  })

  it('the webhook outbox records the time at which an attempt was sent, not at which its purchase was stored', async () => {
    const { simulator, time } = await startWorld()
    const context = simulator.defaultAccount
    await changeClock(context, { mode: 'realtime', rate: 1 })
    setWebhook(context)
    buyLabelIn(context)
    const [delivery] = context.state.deliveries.values()
    const task = {
      dueMs: startMs,
      kind: 'webhook',
      id: requireValue(delivery).id,
      order: 0,
      failures: 0,
    } as const
    const outside = {
      waitUntilStored: async () => time.pass(7),
      send: async () => createOutcome(200),
    }
    const told = await runTask(context, task, outside)
    expect(told.map(({ atMs }) => atMs)).toEqual(findOnlyDelivery(context).attempts.map(({ atMs }) => atMs))
    expect(told).toHaveLength(1)
  })

  it('a failed webhook delivery counts as succeeded after a successful redelivery', async () => {
    const { simulator } = await startWorld({ answer: (attempt) => createOutcome(attempt < 6 ? 500 : 200) })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await advanceBy(context, 3 * dayMs)
    expect(findOnlyDelivery(context).status).toBe('failed')
    redeliver(context, findOnlyDelivery(context))
    await waitForAttempts(context)
    expect(findOnlyDelivery(context)).toMatchObject({ status: 'succeeded', nextAttemptAtMs: null })
  })

  it('the webhook outbox ignores the response to an attempt whose account was reset', async () => {
    let answer: (value: ReturnType<typeof createOutcome>) => void = () => undefined
    const { simulator, time } = await startWorld({
      answer: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    setWebhook(simulator.defaultAccount)
    buyLabelIn(simulator.defaultAccount)
    await time.pass(1)
    const fresh = simulator.resetAccount('default')
    answer(createOutcome(200))
    await waitForAttempts(fresh)
    expect(fresh.state.deliveries.size).toBe(0)
  })
})

describe('a webhook attempt that is still under way', () => {
  /** Creates an account whose webhook receiver responds when the test calls `answer`. */
  async function createSlowReceiver() {
    const answers: ((outcome: AttemptOutcome | null) => void)[] = []
    const world = await startWorld({ answer: () => new Promise((resolve) => answers.push(resolve)) })
    const context = world.simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await world.time.pass(1)
    return {
      ...world,
      context,
      answer: (outcome: AttemptOutcome | null) => requireValue(answers.shift())(outcome),
    }
  }

  it('a webhook redelivery that is requested during an attempt is sent once, after the end of the attempt', async () => {
    const { context, attempts, answer } = await createSlowReceiver()
    redeliver(context, findOnlyDelivery(context))
    expect(attempts).toHaveLength(1)
    answer(createOutcome(500))
    const settled = waitForAttempts(context)
    await vi.waitFor(() => expect(attempts).toHaveLength(2))
    answer(createOutcome(200))
    await settled
    expect(findOnlyDelivery(context)).toMatchObject({
      status: 'succeeded',
      attempts: [{ responseCode: 500 }, { responseCode: 200 }],
      scheduledAttempts: 1,
      redeliveries: [],
    })
    expect(attempts).toHaveLength(2)
  })

  it('a webhook attempt that is cut off because the simulator stops is not counted and stays due', async () => {
    const { context, answer, time } = await createSlowReceiver()
    answer(null)
    await time.pass(0)
    expect(findOnlyDelivery(context)).toMatchObject({
      status: 'pending',
      attempts: [],
      scheduledAttempts: 0,
      nextAttemptAtMs: startMs,
    })
  })
})

describe('a fault on webhook deliveries', () => {
  async function createFaultyAccount(fault: Readonly<Record<string, unknown>>) {
    const world = await startWorld()
    const context = world.simulator.defaultAccount
    setWebhook(context)
    addFault(context, { target: 'webhook', ...fault })
    buyLabelIn(context)
    await waitForAttempts(context)
    return { ...world, context }
  }

  it("a webhook delivery with the fault mode delay is sent once, after a delay on the account's clock", async () => {
    const { attempts, context } = await createFaultyAccount({ mode: 'delay', latency_ms: 90_000 })
    expect(attempts).toEqual([])
    await advanceBy(context, 89_999)
    expect(attempts).toEqual([])
    await advanceBy(context, 1)
    expect(listAttemptMinutes(findOnlyDelivery(context))).toEqual([1.5])
  })

  it('a webhook redelivery with the fault mode delay is delayed once, and the schedule of retries stays unchanged', async () => {
    const world = await startWorld({ answer: () => createOutcome(500) })
    const context = world.simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await waitForAttempts(context)
    addFault(context, { target: 'webhook', mode: 'delay', latency_ms: 420_000 })
    for (let n = 0; n < 2; n += 1) {
      redeliver(context, findOnlyDelivery(context))
      await waitForAttempts(context)
    }
    await advanceBy(context, 30 * 60_000)
    // The fault delays both redeliveries by seven minutes. It also delays the second scheduled attempt, which would be
    // due after five minutes, to twelve.
    expect(listAttemptMinutes(findOnlyDelivery(context))).toEqual([0, 7, 7, 12])
  })
})
