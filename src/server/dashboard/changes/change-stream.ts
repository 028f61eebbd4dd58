import { randomBytes } from 'node:crypto'
import type { Simulator } from '../../../simulator/simulator.ts'
import type { Watcher } from '../../../simulator/watching/watchers.ts'
import { EventStream } from '../../stream/event-stream.ts'
import { StreamReader } from '../../stream/reader.ts'

/** The minimum time between two messages to a page (real time). */
const noticeIntervalMs = 250

/** For each collection of records, the topic of the events that tell pages about its changes. */
const topics = {
  clock: 'clock',
  wallet: 'wallet',
  ledger: 'wallet',
  faults: 'faults',
  scenario_steps: 'faults',
  deliveries: 'deliveries',
  labels: 'labels',
  journeys: 'labels',
  trackers: 'trackers',
  batches: 'batches',
  keys: 'keys',
  carrier_accounts: 'carriers',
  webhook: 'webhook',
} as const

/** The topics of changes. After a change, a page requests its parts about the topic again. */
export type Topic = (typeof topics)[keyof typeof topics] | 'requests'

const topicsByCollection: ReadonlyMap<string, Topic> = new Map(Object.entries(topics))

function createWatcher(noteTopic: (topic: Topic) => void): Watcher {
  return {
    onRecordChanged: (collection) => {
      const topic = topicsByCollection.get(collection)
      if (topic !== undefined) noteTopic(topic)
    },
    onTaskFired: () => noteTopic('clock'),
    onRequestLogged: () => noteTopic('requests'),
    onAccountEmptied: () => {
      for (const topic of new Set<Topic>([...topicsByCollection.values(), 'requests'])) noteTopic(topic)
    },
  }
}

interface ChangeStreamOptions {
  readonly account: string
  /** The topics of changes since the page was rendered. */
  readonly missed?: ReadonlySet<Topic>
  /** Functions to call when the server closes or the page's session ends. */
  readonly endings: readonly Set<() => void>[]
}

/**
 * Returns the event stream of an open page. It sends the topics of changes at most four times a second. The page then
 * requests its parts about these topics again.
 */
export function openChangeStream(
  simulator: Simulator,
  { account, missed = new Set(), endings }: ChangeStreamOptions,
): EventStream {
  return new EventStream((outgoing) => {
    const changed = new Set<Topic>()
    let timer: NodeJS.Timeout | undefined
    const sendTopics = (): void => {
      timer = undefined
      reader.send([...changed].map((topic) => `event: ${topic}\ndata:\n\n`).join(''))
      changed.clear()
    }
    const noteTopic = (topic: Topic): void => {
      changed.add(topic)
      timer ??= setTimeout(sendTopics, noticeIntervalMs)
    }
    const unwatch = simulator.watchers.watch(account, createWatcher(noteTopic))
    const end = (): void => reader.end()
    for (const ending of endings) ending.add(end)
    const reader = new StreamReader(outgoing, () => {
      unwatch()
      for (const ending of endings) ending.delete(end)
      clearTimeout(timer)
    })
    reader.send('retry: 1000\n\n')
    for (const topic of missed) noteTopic(topic)
  })
}

/** How long changes are collected for a page (real time). A page without script never opens its event stream. */
const maxWaitMs = 30_000

/** The maximum number of pages for which changes are collected. */
const maxPending = 100

/** Collects the changes that happen between the rendering of a page and the opening of its event stream. */
export class PendingPages {
  readonly #pages = new Map<string, { readonly missed: ReadonlySet<Topic>; end(): void }>()

  /** Begins to collect changes for a page. Returns the token with which the page fetches them. */
  addPage(simulator: Simulator, account: string): string {
    const name = randomBytes(6).toString('base64url')
    const missed = new Set<Topic>()
    const watcher = createWatcher((topic) => missed.add(topic))
    const unwatch = simulator.watchers.watch(account, watcher)
    const timer = setTimeout(() => this.takeMissed(name), maxWaitMs).unref()
    const end = (): void => {
      unwatch()
      clearTimeout(timer)
      this.#pages.delete(name)
    }
    this.#pages.set(name, { missed, end })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > maxPending && oldest !== undefined) this.takeMissed(oldest)
    return name
  }

  /** Returns the topics of the changes that a page has missed, and forgets the page. */
  takeMissed(name: string): ReadonlySet<Topic> {
    const page = this.#pages.get(name)
    page?.end()
    return page?.missed ?? new Set()
  }
}
