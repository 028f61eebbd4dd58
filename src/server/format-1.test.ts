import { copyFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createDataFilePath } from '../../test/support/simulator/directory.ts'
import { kindsOf010 } from '../../test/support/simulator/record-kinds.ts'
import { TestTime } from '../../test/support/simulator/time.ts'
import { createCall, createOutcome } from '../../test/support/simulator/world.ts'
import { getBatch } from '../simulator/resources/batches/batches.ts'
import { getTracker } from '../simulator/resources/trackers.ts'
import { Simulator } from '../simulator/simulator.ts'
import { decodeEntries } from '../simulator/storage/data-file/data-entries.ts'
import { openDataFile } from '../simulator/storage/data-file/data-file.ts'
import { readRecord } from '../simulator/storage/record-reader.ts'
import { advanceBy } from '../simulator/time/clock-moves.ts'

/**
 * A data file that version 0.1.0 wrote. It contains a voided label, a tracker, a batch, two deliveries, faults, an
 * active scenario, keys and a second account. The file never changes, and every later version must read it
 * (docs/decisions/data-file-format.md).
 */
const written = fileURLToPath(new URL('../../test/files/format-1.drydock', import.meta.url))

/** Returns the latest value of each record in the file, by its collection and id. */
function readLastValues(): Map<string, unknown> {
  const payloads = readFileSync(written, 'utf8').split('\n').slice(1, -1)
  const entries = payloads.flatMap((line) => decodeEntries(Buffer.from(line.replace(/^\w+ \w+ /, ''))) ?? [])
  const last = new Map<string, unknown>()
  for (const { account, collection, id, json } of entries.filter((entry) => 'json' in entry)) {
    const place = JSON.stringify([account, collection, id])
    if (json === null) last.delete(place)
    else last.set(place, JSON.parse(json))
  }
  return last
}

async function openCopy() {
  const file = createDataFilePath()
  copyFileSync(written, file)
  const simulator = new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'another',
    realTime: new TestTime(Date.parse('2026-06-01T00:00:00Z')),
    send: () => Promise.resolve(createOutcome(200)),
  })
  const journal = await openDataFile(file, simulator.createStore(readRecord))
  return { simulator, journal }
}

it('a data file of format 1 with every kind of record is read, with defaults for fields of later formats', async () => {
  const { simulator, journal } = await openCopy()
  const wanted = readLastValues()
  const collections = new Set([...wanted.keys()].map((place) => JSON.parse(place)[1]))
  expect([...kindsOf010, 'start', 'accounts'].filter((name) => !collections.has(name))).toEqual([])
  const read = new Map(
    [...simulator.createStore(readRecord).listRecords()].map(({ account, collection, id, json }) => [
      JSON.stringify([account, collection, id]),
      json === null ? null : JSON.parse(json),
    ]),
  )
  for (const [place, record] of wanted)
    if (JSON.parse(place)[1] === 'wallet') wanted.set(place, { ...Object(record), declineNext: 0 })
  expect(read).toEqual(wanted)
  await journal.close()
})

it('an account of a data file of format 1 continues with its money, tracking, batch and due tasks', async () => {
  const { simulator, journal } = await openCopy()
  simulator.begin(journal)
  await simulator.commit()
  const context = simulator.getAccount('default')
  expect(new Date(context.clock.now()).toISOString()).toBe('2026-01-05T15:16:00.000Z')
  expect(context.state.wallet.get()).toMatchObject({ paymentMethod: 'none' })
  const [label] = [...context.state.labels.values()]
  expect(label?.voidRequestedAtMs).not.toBeNull()
  const [tracker] = [...context.state.trackers.values()]
  expect(getTracker(createCall(context, 'live'), tracker?.id ?? '')).toMatchObject({ id: tracker?.id })
  const [batch] = [...context.state.batches.values()]
  expect(getBatch(createCall(context), batch?.id ?? '')).toMatchObject({ id: batch?.id })
  await advanceBy(context, 30 * 86_400_000)
  expect([...context.state.deliveries.values()].map(({ status }) => status)).not.toContain('pending')
  await simulator.end()
})
