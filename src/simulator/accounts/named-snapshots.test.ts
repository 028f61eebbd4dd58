import { expect, it } from 'vitest'
import { createDataFilePath } from '../../../test/support/simulator/directory.ts'
import { Simulator } from '../simulator.ts'
import { openDataFile } from '../storage/data-file/data-file.ts'
import { readRecord } from '../storage/record-reader.ts'
import { NamedSnapshots } from './named-snapshots.ts'
import { SimulatorRecords } from './simulator-records.ts'

const place = { account: 'default', name: 'kept' }
const times = { savedAtMs: 1, clockAtMs: 2 }

async function startFrom(file: string): Promise<Simulator> {
  const simulator = new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    send: () => Promise.resolve(null),
  })
  simulator.begin(await openDataFile(file, simulator.createStore(readRecord)))
  return simulator
}

function readSnapshotText({ snapshots }: Simulator): string | undefined {
  const found = snapshots.find(place)
  return found && [...snapshots.readTexts(found)].join('')
}

function countParts(simulator: Simulator): number {
  const entries = [...simulator.createStore(readRecord).listRecords()]
  return entries.filter(({ collection }) => collection === 'snapshot_parts').length
}

it('the simulator reads at its start all named snapshots of the data file, except one whose save did not end', async () => {
  const file = createDataFilePath()
  const first = await startFrom(file)
  const whole = first.snapshots.beginSave(place)
  for (const text of ['{"a":', '"\u2028', '"}']) whole.add(text)
  whole.finish(times)
  first.snapshots.beginSave(place).add('{"half":')
  await first.commit()
  await first.end()

  const second = await startFrom(file)
  expect(readSnapshotText(second)).toBe('{"a":"\u2028"}')
  expect(countParts(second)).toBe(3)
  const newer = second.snapshots.beginSave(place)
  newer.add('{}')
  newer.finish(times)
  expect(second.snapshots.list('default')).toMatchObject([{ name: 'kept', parts: 1, bytes: 2 }])
  expect(countParts(second)).toBe(1)
  await second.end()
})

it('a named snapshot over the maximum number of bytes is refused, and no part of it is kept', () => {
  const records = new SimulatorRecords(() => undefined)
  const snapshots = new NamedSnapshots(records, 10)
  const first = snapshots.beginSave({ ...place, account: 'another' })
  first.add('{"a":1}')
  first.finish(times)
  const writer = snapshots.beginSave(place)
  writer.add('{}')
  expect(() => writer.add('{}')).toThrow('may have 10 bytes; delete some first')
  writer.abandon()
  expect(snapshots.find(place)).toBeUndefined()
  expect(records.snapshotParts.size).toBe(1)
  const other = snapshots.beginSave(place)
  other.add('{}')
  expect(other.finish(times)).toMatchObject({ parts: 1, bytes: 2 })
})
