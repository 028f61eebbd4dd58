import { randomBytes } from 'node:crypto'
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

interface TicksOptions {
  readonly account: string
  /** What has changed since the page was made. */
  readonly missed?: ReadonlySet<Topic>
  /** What is called where the server closes or the session of the page ends. */
  readonly endings: readonly Set<() => void>[]
}

/**
 * Tells an open page what has changed, by topic and without what: it then asks for the parts that show it, with its own
 * filter. However much happens, four times a second are enough.
 */
export function ticksOf(simulator: Simulator, options: TicksOptions): EventStream {
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

/** A page that has not asked for its stream after so long was made for a reader without script. */
const awaitedMs = 30_000

/** So many pages are on their way at once, at most. */
const mostAwaited = 100

/** Looks on for pages that are on their way, until each asks for its stream. */
export class AwaitedPages {
  readonly #pages = new Map<string, { readonly missed: ReadonlySet<Topic>; end(): void }>()

  /** Gives the name by which the page takes what it has missed. */
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
    if (this.#pages.size > mostAwaited && oldest !== undefined) this.take(oldest)
    return name
  }

  /** What a page has missed. It is told once. */
  take(name: string): ReadonlySet<Topic> {
    const page = this.#pages.get(name)
    page?.end()
    return page?.missed ?? new Set()
  }
}
