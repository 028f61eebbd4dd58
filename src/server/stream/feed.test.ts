import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createCall, startWorld } from '../../../test/support/simulator/world.ts'
import { registerTracker } from '../../simulator/resources/trackers.ts'
import { Feed } from './feed.ts'

/** Returns a fake connection to a reader, and the list of everything that the feed writes to it. */
function createReader() {
  const written: (string | Uint8Array)[] = []
  const outgoing: unknown = Object.assign(new EventEmitter(), {
    ...{ destroyed: false, writableLength: 0, writableNeedDrain: false },
    write: (text: string | Uint8Array) => written.push(text),
    end: () => undefined,
  })
  return { written, outgoing: outgoing as ServerResponse }
}

it('an event stream creates each event once for all its readers, and writes several events at a time', async () => {
  const { simulator } = await startWorld()
  const context = simulator.defaultAccount
  const feed = new Feed(
    { simulator, conceal: (text) => text },
    { account: context.id, onEnded: () => undefined },
  )
  const readers = [createReader(), createReader()]
  for (const { outgoing } of readers) await feed.addReader(outgoing, undefined)
  for (const { written } of readers) written.length = 0
  for (let number = 0; number < 50; number += 1)
    registerTracker(createCall(context), { trackingNumber: `99994${number}`, carrier: 'USPS' })
  const [first = [], second = []] = readers.map(({ written }) => written)
  const countTrackerEvents = (written: readonly (string | Uint8Array)[]) =>
    [
      ...Buffer.from(written.join(''))
        .toString()
        .matchAll(/^event: tracker$/gm),
    ].length
  while (countTrackerEvents(first) < 50) await wait(1)
  feed.end()
  expect(first.length).toBeLessThan(25)
  expect(second.length).toBe(first.length)
  for (const [index, bytes] of first.entries()) expect(second[index]).toBe(bytes)
})
