import type { ServerResponse } from 'node:http'
import type { Simulator } from '../../simulator/simulator.ts'
import type { Watcher } from '../../simulator/watching/watchers.ts'
import { EventStream } from '../stream/event-stream.ts'
import { StreamReader } from '../stream/reader.ts'
import type { Topic } from './page.ts'

/** A page is told of changes so often at most (real time). */
const betweenMs = 250

/** The topic of each kind of record that pages show. */
const topics: ReadonlyMap<string, Topic> = new Map([
  ['clock', 'clock'],
  ['wallet', 'wallet'],
  ['ledger', 'wallet'],
  ['faults', 'faults'],
  ['scenario_steps', 'faults'],
  ['deliveries', 'deliveries'],
  ['labels', 'labels'],
  ['journeys', 'labels'],
  ['trackers', 'trackers'],
  ['batches', 'batches'],
  ['keys', 'keys'],
  ['carrier_accounts', 'carriers'],
  ['webhook', 'webhook'],
])

const allTopics: ReadonlySet<Topic> = new Set<Topic>([...topics.values(), 'requests'])

/**
 * Tells an open page what has changed, by topic and without what: it then asks for the parts that show it, with its own
 * filter. However much happens, four times a second are enough.
 */
export function ticksOf(simulator: Simulator, account: string, ending: Set<() => void>): EventStream {
  return new EventStream((outgoing) => begin(simulator, { account, outgoing, ending }))
}

function begin(
  simulator: Simulator,
  {
    account,
    outgoing,
    ending,
  }: { readonly account: string; readonly outgoing: ServerResponse; readonly ending: Set<() => void> },
): void {
  const changed = new Set<Topic>()
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    timer = undefined
    reader.send([...changed].map((topic) => `event: ${topic}\ndata:\n\n`).join(''))
    changed.clear()
  }
  const note = (topic: Topic | undefined): void => {
    if (topic === undefined) return
    changed.add(topic)
    timer ??= setTimeout(tell, betweenMs)
  }
  const watcher: Watcher = {
    changed: (collection) => note(topics.get(collection)),
    fired: () => note('clock'),
    heard: () => note('requests'),
    emptied: () => {
      for (const topic of allTopics) note(topic)
    },
  }
  const unwatch = simulator.watchers.watch(account, watcher)
  const end = (): void => reader.end()
  ending.add(end)
  const reader = new StreamReader(outgoing, () => {
    unwatch()
    ending.delete(end)
    clearTimeout(timer)
  })
  reader.send('retry: 1000\n\n')
}
