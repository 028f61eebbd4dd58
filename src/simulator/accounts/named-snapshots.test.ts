import { expect, it } from 'vitest'
import { newDataFile } from '../../../test/support/simulator/directory.ts'
import { Simulator } from '../simulator.ts'
import { openDataFile } from '../storage/data-file/data-file.ts'
import { readRecord } from '../storage/record-reader.ts'
import { maxSnapshotBytes } from './named-snapshots.ts'

const place = { account: 'default', name: 'kept' }
const times = { savedAtMs: 1, clockAtMs: 2 }

async function startFrom(file: string): Promise<Simulator> {
  const simulator = new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    send: () => Promise.resolve(null),
  })
  simulator.begin(await openDataFile(file, simulator.store(readRecord)))
  return simulator
}

function readKept({ snapshots }: Simulator): string | undefined {
  const found = snapshots.find(place)
  return found && [...snapshots.textsOf(found)].join('')
}

function partsIn(simulator: Simulator): number {
  const entries = [...simulator.store(readRecord).everything()]
  return entries.filter(({ collection }) => collection === 'snapshot_parts').length
}

it('a start from a data file has the snapshots of before, without the parts of a save that did not end', async () => {
  const file = newDataFile()
  const first = await startFrom(file)
  const whole = first.snapshots.begin(place)
  for (const text of ['{"a":', '"\u2028', '"}']) whole.add(text)
  whole.finish(times)
  first.snapshots.begin(place).add('{"half":')
  await first.commit()
  await first.end()

  const second = await startFrom(file)
  expect(readKept(second)).toBe('{"a":"\u2028"}')
  expect(partsIn(second)).toBe(3)
  const newer = second.snapshots.begin(place)
  newer.add('{}')
  newer.finish(times)
  expect(second.snapshots.list('default')).toMatchObject([{ name: 'kept', parts: 1, bytes: 2 }])
  expect(partsIn(second)).toBe(1)
  await second.end()
})

it('a save that would exceed the bytes of all snapshots is refused, and leaves nothing behind', async () => {
  const simulator = await startFrom(newDataFile())
  const writer = simulator.snapshots.begin(place)
  const part = 'x'.repeat(maxSnapshotBytes / 4)
  for (let count = 0; count < 4; count += 1) writer.add(part)
  expect(() => writer.add('x')).toThrow('delete some first')
  writer.abandon()
  expect(simulator.snapshots.find(place)).toBeUndefined()
  expect(partsIn(simulator)).toBe(0)
  const other = simulator.snapshots.begin(place)
  other.add('{}')
  other.finish(times)
  await simulator.end()
})
