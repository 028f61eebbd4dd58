import { expect, it } from 'vitest'
import { createDataFilePath } from '../../test/support/simulator/directory.ts'
import { TestTime } from '../../test/support/simulator/time.ts'
import { createOutcome, startMs, startWorld } from '../../test/support/simulator/world.ts'
import { Simulator } from './simulator.ts'
import { openDataFile } from './storage/data-file/data-file.ts'
import { readRecord } from './storage/record-reader.ts'

const dayMs = 86_400_000

/** Returns the ids of the accounts that a prune deletes. */
function prune(simulator: Simulator, idleMs: number, isDryRun = false): readonly string[] {
  const steps = simulator.deleteIdleAccounts(idleMs, isDryRun)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value.map(({ id }) => id)
  }
}

const listAccountIds = (simulator: Simulator) => simulator.listAccounts().map(({ id }) => id)

it('pruning deletes the accounts that were unused for the given time, oldest first, and never the account "default"', async () => {
  const { simulator, time } = await startWorld()
  for (const id of ['a', 'b', 'c']) simulator.createAccount({ id })
  time.pass(dayMs)
  simulator.noteUse('b')
  time.pass(dayMs)
  simulator.noteUse('c')
  time.pass(6 * dayMs)
  expect(prune(simulator, 7 * dayMs, true)).toEqual(['a', 'b'])
  expect(listAccountIds(simulator)).toEqual(['default', 'a', 'b', 'c'])
  expect(prune(simulator, 7 * dayMs)).toEqual(['a', 'b'])
  expect(listAccountIds(simulator)).toEqual(['default', 'c'])
  expect(prune(simulator, 7 * dayMs)).toEqual([])
})

it('pruning does not delete an account that is used while the pruning is under way', async () => {
  const { simulator, time } = await startWorld()
  for (const id of ['a', 'b']) simulator.createAccount({ id })
  time.pass(dayMs)
  const steps = simulator.deleteIdleAccounts(dayMs, false)
  steps.next()
  simulator.noteUse('b')
  simulator.deleteAccount('a')
  for (const _ of steps) {
    // The loop has no body: it only runs the deletion to its end.
  }
  expect(listAccountIds(simulator)).toEqual(['default', 'b'])
})

async function startFrom(file: string, machineMs: number) {
  const time = new TestTime(machineMs)
  const simulator = new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    send: () => Promise.resolve(createOutcome(200)),
    realTime: time,
  })
  simulator.begin(await openDataFile(file, simulator.createStore(readRecord)))
  return { simulator, time }
}

it("the simulator keeps the time of an account's last use over a restart, and no response waits until it is stored", async () => {
  const file = createDataFilePath()
  const first = await startFrom(file, startMs)
  for (const id of ['a', 'b']) first.simulator.createAccount({ id })
  await first.simulator.commit()
  first.time.pass(5 * dayMs)
  first.simulator.noteUse('b')
  expect(first.simulator.commit()).toBeUndefined()
  await first.simulator.end()

  const second = await startFrom(file, startMs + 8 * dayMs)
  expect(prune(second.simulator, 7 * dayMs)).toEqual(['a'])
  expect(second.simulator.readLastUsedMs('b')).toBe(startMs + 5 * dayMs)
  await second.simulator.end()

  const third = await startFrom(file, startMs + 8 * dayMs)
  expect(listAccountIds(third.simulator)).toEqual(['default', 'b'])
  await third.simulator.end()
})
