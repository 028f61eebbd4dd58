import { describe, expect, it, vi } from 'vitest'
import { runToEnd } from '../../../test/support/simulator/steps.ts'
import {
  buyLabelIn,
  createCall,
  createOutcome,
  requestRatesIn,
  setWebhook,
  startMs,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { takeSnapshot } from '../accounts/snapshot.ts'
import { readSnapshot } from '../accounts/snapshot-check.ts'
import { addFault } from '../faults/add-fault.ts'
import { listDeliveries } from '../resources/deliveries.ts'
import { registerTracker } from '../resources/trackers.ts'
import { ApiError } from '../specification/errors.ts'
import { advanceBy, changeClock, moveClock } from './clock-moves.ts'
import { latestInstantMs } from './timestamp.ts'

const dayMs = 86_400_000
const centuryMs = 36_525 * dayMs

async function createFrozenAccount() {
  const { simulator } = await startWorld()
  return simulator.defaultAccount
}

/** Returns the field and message with which an advance is refused. */
async function readRefusal(advance: Promise<unknown>): Promise<string> {
  const error = await advance.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('time was moved')
  return `${error.extras['field']}: ${error.message}`
}

describe('moving the clock of an account', () => {
  it('an advance of the clock may go to the end of 32-bit time and a century further', async () => {
    const context = await createFrozenAccount()
    expect(await moveClock(context, { toMs: 2 ** 31 * 1000 })).toMatchObject({
      now: '2038-01-19T03:14:08.000Z',
    })
    expect(await advanceBy(context, centuryMs)).toMatchObject({ now: '2138-01-20T03:14:08.000Z' })
  })

  it('an advance of the clock by 400 days polls a tracker six times a day', async () => {
    const context = await createFrozenAccount()
    registerTracker(createCall(context), { trackingNumber: '99994', carrier: 'UPS' })
    expect((await advanceBy(context, 400 * dayMs)).fired).toHaveLength(400 * 6)
  })

  it('during an advance of the clock with many results, the simulator carries out other requests', async () => {
    const { simulator, time } = await startWorld()
    registerTracker(createCall(simulator.defaultAccount), { trackingNumber: '99994', carrier: 'UPS' })
    const { fired } = await advanceBy(simulator.defaultAccount, 5_000 * dayMs)
    expect(fired).toHaveLength(30_000)
    expect(time.pauses).toBe(6)
  })

  it('if a reset of the account ends an advance of the clock, the advance reports the time that the clock had reached', async () => {
    const { simulator } = await startWorld({
      answer: (attempt) => {
        if (attempt === 2) simulator.resetAccount('default')
        return createOutcome(500)
      },
    })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    await expect(advanceBy(context, dayMs)).rejects.toMatchObject({
      code: 'CONTROL.CLOCK.STOPPED',
      message: expect.stringContaining('The clock has reached 2030-03-04T12:05:00.000Z'),
    })
    expect(simulator.defaultAccount.clock.now()).toBe(startMs)
  })

  it('an advance that a webhook receiver requests while another advance waits for this receiver is refused', async () => {
    const calls: Promise<unknown>[] = []
    let called: () => void = () => undefined
    const isCalled = new Promise<void>((resolve) => {
      called = resolve
    })
    const { simulator, time } = await startWorld({
      answer: async (attempt) => {
        if (attempt === 1) return createOutcome(500)
        calls.push(advanceBy(context, 0))
        const moving = advanceBy(context, 60_000)
        called()
        await expect(moving).rejects.toMatchObject({
          code: 'CONTROL.CLOCK.BUSY',
          status: 409,
          suggestion: expect.stringContaining('must respond first'),
        })
        return createOutcome(200)
      },
    })
    const context = simulator.defaultAccount
    setWebhook(context)
    buyLabelIn(context)
    const advanced = advanceBy(context, dayMs)
    await isCalled
    time.pass(3_000)
    expect((await advanced).fired.map(({ kind }) => kind)).toContain('webhook')
    expect(await Promise.all(calls)).toHaveLength(1)
    expect(context.clock.now()).toBe(startMs + dayMs)
  })

  it('freezing a clock and moving it in one request sets the clock to exactly the given time', async () => {
    const { simulator, time } = await startWorld()
    const context = simulator.defaultAccount
    await changeClock(context, { mode: 'realtime', rate: 1_000_000 })
    let readMs = startMs
    vi.spyOn(time, 'now').mockImplementation(() => {
      readMs += 1
      return readMs
    })
    const nowMs = context.clock.now() + dayMs
    const change = { mode: 'frozen', rate: 7, nowMs } as const
    expect(await changeClock(context, change)).toEqual({
      ...{ now: new Date(nowMs).toISOString(), mode: 'frozen', rate: 7 },
    })
  })

  it('an advance of the clock beyond the maximum is refused with the name of the field', async () => {
    const context = await createFrozenAccount()
    expect(await readRefusal(advanceBy(context, centuryMs + 1))).toMatch(/^by: .* a hundred years at once/)
    expect(await readRefusal(advanceBy(context, centuryMs + 1, 'seconds'))).toMatch(/^seconds: seconds moves/)
    expect(await readRefusal(moveClock(context, { toMs: startMs + centuryMs + 1 }))).toMatch(/^to: to moves/)
    const change = changeClock(context, { nowMs: startMs + centuryMs + 1 })
    expect(await readRefusal(change)).toMatch(/^now: now moves/)
    expect(context.clock.now()).toBe(startMs)
  })

  it('an advance with more polls than one response can list is refused, and suggests several steps', async () => {
    const context = await createFrozenAccount()
    for (let n = 0; n < 14; n += 1) {
      registerTracker(createCall(context), { trackingNumber: `1Z${n}`, carrier: 'UPS' })
    }
    expect(await readRefusal(advanceBy(context, centuryMs))).toMatch(/3068100 polls .* several steps/)
    expect((await advanceBy(context, dayMs)).fired).toHaveLength(14 * 6)
  })

  it('an advance of the clock stops at the end of the year 9999', async () => {
    const { simulator } = await startWorld()
    const nowMs = Date.UTC(9999, 11, 31)
    const context = simulator.createAccount({ clock: { mode: 'frozen', rate: 1, nowMs } })
    expect(await readRefusal(advanceBy(context, dayMs))).toMatch(/^by: .* beyond 9999-12-31T23:59:59.999Z/)
    expect(await advanceBy(context, dayMs - 1)).toMatchObject({ now: '9999-12-31T23:59:59.999Z' })
  })

  it('an advance of the clock to the next task is refused if the task is due after the year 9999', async () => {
    const { simulator } = await startWorld()
    const nowMs = Date.UTC(9999, 11, 31, 23, 50)
    const context = simulator.createAccount({ clock: { mode: 'frozen', rate: 1, nowMs } })
    setWebhook(context)
    addFault(context, { target: 'webhook', mode: 'delay', latency_ms: 2 ** 31 - 1 })
    registerTracker(createCall(context), { trackingNumber: '99994', carrier: 'UPS' })
    const [rate] = requestRatesIn(context).rates
    expect(rate?.carrier_eta).toBe('9999-12-31')
    buyLabelIn(context)
    for (const next of ['any', 'poll', 'rate_expiry', 'webhook'] as const) await moveClock(context, { next })
    expect(context.clock.now()).toBe(nowMs)
    const { deliveries } = listDeliveries(createCall(context))
    expect(deliveries.map(({ next_attempt_at }) => next_attempt_at)).toEqual(['9999-12-31T23:59:59.999Z'])
    await moveClock(context, { toMs: latestInstantMs })
    await moveClock(context, { next: 'any' })
    context.clock.holdAt(latestInstantMs + 1)
    context.clock.release()
    expect(context.clock.now()).toBe(latestInstantMs)
    const read = readSnapshot(JSON.parse(JSON.stringify(takeSnapshot(context))))
    expect(runToEnd(read).collections.clock.it.baseMs).toBe(latestInstantMs)
  })
})
