import { expect, it } from 'vitest'
import { createDataFilePath } from '../../test/support/simulator/directory.ts'
import { TestTime } from '../../test/support/simulator/time.ts'
import {
  buyLabelIn,
  createCall,
  createOutcome,
  setWebhook,
  startMs,
} from '../../test/support/simulator/world.ts'
import { loadContacts } from './resources/contact.ts'
import { listPastAndPlannedEvents } from './resources/journeys.ts'
import { voidLabel } from './resources/labels/labels.ts'
import type { SimulatorOptions } from './simulator.ts'
import { Simulator } from './simulator.ts'
import { openDataFile } from './storage/data-file/data-file.ts'
import type { Journal } from './storage/journal.ts'
import { readRecord } from './storage/record-reader.ts'

/** Starts a simulator that continues from a data file, on a machine whose clock shows `machineMs`. */
async function startFrom(file: string, machineMs: number) {
  await loadContacts()
  const time = new TestTime(machineMs)
  const simulator = newSimulator({ realTime: time })
  const journal = await openDataFile(file, simulator.createStore(readRecord))
  simulator.begin(journal)
  return { simulator, time, context: simulator.defaultAccount }
}

function newSimulator(options: Partial<SimulatorOptions>): Simulator {
  return new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    send: () => Promise.resolve(createOutcome(200)),
    ...options,
  })
}

it("the clock of an account does not go back at a restart after the machine's clock was set back", async () => {
  const file = createDataFilePath()
  const first = await startFrom(file, startMs)
  first.time.pass(60_000)
  buyLabelIn(first.context)
  await first.simulator.commit()
  first.time.pass(900)
  const { createdAtMs } = buyLabelIn(first.context)
  expect(createdAtMs).toBe(startMs + 60_900)
  await first.simulator.commit()
  await first.simulator.end()

  const second = await startFrom(file, startMs - 3_600_000)
  const reachedMs = second.context.clock.now()
  expect(reachedMs).toBeGreaterThanOrEqual(createdAtMs)
  expect(reachedMs).toBeLessThanOrEqual(createdAtMs + 1_000)
  second.time.pass(1_000)
  expect(second.context.clock.now()).toBe(reachedMs + 1_000)
  // A new account begins at the machine's time, correct or not.
  const { clock } = second.simulator.createAccount({ id: 'new' })
  expect(clock.now()).toBe(startMs - 3_600_000 + 1_000)
  await second.simulator.end()
})

it('a webhook event is not sent if the account is reset before its purchase is stored in the data file', async () => {
  await loadContacts()
  let waitForStorage: () => void = () => undefined
  const attempts: unknown[] = []
  const simulator = newSimulator({
    realTime: new TestTime(startMs),
    send: (attempt) => {
      attempts.push(attempt)
      return Promise.resolve(createOutcome(200))
    },
  })
  const journal: Journal = {
    commit: () => new Promise((resolve) => (waitForStorage = resolve)),
    hasUnwrittenChanges: true,
    recovered: { records: 0, droppedTail: false },
    watch: () => undefined,
    close: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  }
  simulator.begin(journal)
  const context = simulator.defaultAccount
  setWebhook(context)
  buyLabelIn(context)
  const advance = context.timeline.advance(() => context.clock.now())
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  simulator.resetAccount('default')
  waitForStorage()
  await expect(advance).rejects.toThrow()
  expect(attempts).toEqual([])
})

it('the parcel of a voided label gets no new tracking event after a restart', async () => {
  const file = createDataFilePath()
  const first = await startFrom(file, startMs)
  const label = buyLabelIn(first.context)
  voidLabel(createCall(first.context), label.id)
  await first.simulator.commit()
  await first.simulator.end()

  const second = await startFrom(file, startMs + 30 * 86_400_000)
  const { past, coming } = listPastAndPlannedEvents(second.context, label.trackingNumber)
  expect(past.map(({ status }) => status)).toEqual(['pre_transit'])
  expect(coming).toEqual([])
  await second.simulator.end()
})
