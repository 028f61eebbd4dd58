import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Simulator } from '../../../simulator/simulator.ts'
import type { Watcher } from '../../../simulator/watching/watchers.ts'
import { EventStream } from '../../stream/event-stream.ts'
import { StreamReader } from '../../stream/reader.ts'
import type { Topic } from '../page.ts'

/** The shortest time between two notices of changes to a page (real time). */
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

interface TicksOptions {
  readonly account: string
  /** Changes since the page was rendered. */
  readonly missed?: ReadonlySet<Topic>
  /** Functions to call when the server closes or the page's session ends. */
  readonly endings: readonly Set<() => void>[]
}

/**
 * Sends the topics of changes to an open page, which then requests the parts that show them. It sends at most
 * four times a second.
 */
export function openChangeStream(simulator: Simulator, options: TicksOptions): EventStream {
  return new EventStream((outgoing) => begin(simulator, { ...options, outgoing }))
}

function watcherOf(note: (topic: Topic) => void): Watcher {
  return {
    changed: (collection) => {
      const topic = topics.get(collection)
      if (topic !== undefined) note(topic)
    },
    fired: () => note('clock'),
    requestLogged: () => note('requests'),
    emptied: () => {
      for (const topic of allTopics) note(topic)
    },
  }
}

function begin(
  simulator: Simulator,
  { account, missed = new Set(), outgoing, endings }: TicksOptions & { readonly outgoing: ServerResponse },
): void {
  const changed = new Set<Topic>()
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    timer = undefined
    reader.send([...changed].map((topic) => `event: ${topic}\ndata:\n\n`).join(''))
    changed.clear()
  }
  const note = (topic: Topic): void => {
    changed.add(topic)
    timer ??= setTimeout(tell, betweenMs)
  }
  const unwatch = simulator.watchers.watch(account, watcherOf(note))
  const end = (): void => reader.end()
  for (const ending of endings) ending.add(end)
  const reader = new StreamReader(outgoing, () => {
    unwatch()
    for (const ending of endings) ending.delete(end)
    clearTimeout(timer)
  })
  reader.send('retry: 1000\n\n')
  for (const topic of missed) note(topic)
}

/** A page that has not opened its stream after this time has no script. */
const awaitedMs = 30_000

/** The largest number of pages that wait for their stream. */
const maxPending = 100

/** Collects changes for rendered pages until each opens its stream. */
export class PendingPages {
  readonly #pages = new Map<string, { readonly missed: ReadonlySet<Topic>; end(): void }>()

  /** Returns the token with which the page fetches missed changes. */
  add(simulator: Simulator, account: string): string {
    const name = randomBytes(6).toString('base64url')
    const missed = new Set<Topic>()
    const unwatch = simulator.watchers.watch(
      account,
      watcherOf((topic) => missed.add(topic)),
    )
    const timer = setTimeout(() => this.take(name), awaitedMs).unref()
    const end = (): void => {
      unwatch()
      clearTimeout(timer)
      this.#pages.delete(name)
    }
    this.#pages.set(name, { missed, end })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > maxPending && oldest !== undefined) this.take(oldest)
    return name
  }

  /** Returns the changes that a page has missed, only once. */
  take(name: string): ReadonlySet<Topic> {
    const page = this.#pages.get(name)
    page?.end()
    return page?.missed ?? new Set()
  }
}
