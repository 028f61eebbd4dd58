import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../simulator/accounts/context.ts'
import type { StreamEventName } from '../../simulator/bodies/control/stream.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { showFired } from '../../simulator/time/clock-moves.ts'
import type { FiredTask } from '../../simulator/time/timeline.ts'
import type { Watcher } from '../../simulator/watching/watchers.ts'
import { showAccount } from '../control/show-account.ts'
import { showRequest } from '../control/show-request.ts'
import type { Conceal } from '../service/redact.ts'
import { createChangeEvent, isPublishedCollection } from './event-data.ts'
import { createFrame, type Frame, FrameMemory } from './frames.ts'
import { StreamReader } from './reader.ts'

/** How long the feed still collects events after its last reader has left (real time), in case the reader returns. */
const graceMs = 60_000

/** The length of events, in characters, at which they are sent together. */
const sliceCharacters = 64 * 1024
const sliceMs = 10

/** If more events wait, the feed no longer waits for slow readers. A single advance never causes so many. */
const maxBacklog = 3_000_000

/** The parts of the server that a feed uses. */
export interface FeedSource {
  readonly simulator: Simulator
  readonly conceal: Conceal
}

/**
 * The changes that have no event yet. Only collection and id of changed records are noted; their state is read when the
 * event is made.
 */
interface Noted {
  /**
   * The changed records and the tasks that ran, in the order of the last change. A key is a record's name or a task;
   * the value is null for a task.
   */
  readonly happened: Map<string | FiredTask, readonly [collection: string, id: string] | null>
  /** The number of requests that were logged. */
  requests: number
  /** Whether all records of the account were removed or replaced, as by a reset. */
  readonly isNew: boolean
}

interface News {
  readonly event: StreamEventName
  readonly data: unknown
}

/**
 * Makes the events of one account and sends them to all readers. Each event is made only once. Without readers, the
 * feed does not watch the account.
 */
export class Feed implements Watcher {
  readonly #source: FeedSource
  readonly #account: string
  readonly #onEnded: () => void
  readonly #readers = new Set<StreamReader>()
  readonly #memory = new FrameMemory()
  /** The id of the last event. Ids begin with the current time, so that they never repeat ids of an earlier process. */
  #lastId = Date.now() * 1_000
  #noted = createEmptyNotes()
  #due: NodeJS.Immediate | undefined
  #isPublishing = false
  /** Events that are made but not yet written to the readers. */
  #unwritten: string[] = []
  #unwatch: (() => void) | undefined
  #grace: NodeJS.Timeout | undefined
  #isEnded = false

  /** `onEnded` is called when the feed ends, for example because its account was deleted. */
  constructor(
    source: FeedSource,
    { account, onEnded }: { readonly account: string; readonly onEnded: () => void },
  ) {
    this.#source = source
    this.#account = account
    this.#onEnded = onEnded
  }

  /** Sends all later events to a reader. If `lastId` is given, sends the remembered events after this id first. */
  async addReader(outgoing: ServerResponse, lastId: number | undefined): Promise<void> {
    // Events of labels contain invented contacts, whose data must be loaded first.
    await loadContacts()
    if (outgoing.destroyed) return
    if (this.#isEnded) {
      outgoing.end()
      return
    }
    this.#startObserving()
    // The changes so far are sent before the reader is added, because it must get only later changes.
    if (!this.#isPublishing) void this.#publish()
    this.#writeSlice()
    const reader = new StreamReader(outgoing, () => this.#removeReader(reader))
    reader.send(`retry: 1000\n: ${this.#account}\n\n`)
    if (lastId !== undefined && lastId !== this.#lastId) {
      for (const { text } of this.#memory.listAfter(lastId) ?? this.#listFramesAfterGap()) reader.send(text)
    }
    this.#readers.add(reader)
  }

  onRecordChanged(collection: string, id: string): void {
    if (!isPublishedCollection(collection)) return
    const record = `${collection} ${id}`
    this.#noteAndPublishSoon(({ happened }) => {
      happened.delete(record)
      happened.set(record, [collection, id])
    })
  }

  onTaskFired(fired: readonly FiredTask[]): void {
    if (fired.length === 0) return
    this.#noteAndPublishSoon(({ happened }) => {
      for (const task of fired) happened.set(task, null)
    })
  }

  onRequestLogged(): void {
    this.#noteAndPublishSoon((noted) => {
      noted.requests += 1
    })
  }

  onAccountEmptied(): void {
    this.#noted = { ...createEmptyNotes(), isNew: true }
    this.#noteAndPublishSoon(() => undefined)
  }

  /** Ends the feed for all readers, present and future. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnded()
    clearTimeout(this.#grace)
    this.#stopObserving()
    this.#writeSlice()
    for (const reader of this.#readers) reader.end()
  }

  /** Notes changes and schedules the sending of their events. */
  #noteAndPublishSoon(note: (noted: Noted) => void): void {
    note(this.#noted)
    // The changes are sent after the current work has ended, so that a record that changes several times is sent once.
    if (!this.#isPublishing) this.#due ??= setImmediate(() => void this.#publish())
  }

  /** Sends the noted changes in slices. Between slices, other work runs and slow readers catch up. */
  async #publish(): Promise<void> {
    clearImmediate(this.#due)
    this.#due = undefined
    this.#isPublishing = true
    const catchingUp = this.#waitForReaders()
    if (catchingUp !== undefined) await catchingUp
    let characters = 0
    let endsMs = performance.now() + sliceMs
    for (const { event, data } of this.#collectNews()) {
      characters += this.#makeEvent(event, data)
      if (characters < sliceCharacters && performance.now() < endsMs) continue
      this.#writeSlice()
      await nextTurn()
      if (this.#noted.happened.size < maxBacklog) await this.#waitForReaders()
      characters = 0
      endsMs = performance.now() + sliceMs
    }
    this.#writeSlice()
    this.#isPublishing = false
  }

  /** Returns a promise that resolves once all readers have read everything or are too slow; undefined for no wait. */
  #waitForReaders(): Promise<unknown> | undefined {
    const behind = [...this.#readers].flatMap((reader) => reader.waitUntilRead() ?? [])
    return behind.length === 0 ? undefined : Promise.all(behind)
  }

  *#collectNews(): Generator<News> {
    while (!hasNothingNoted(this.#noted)) {
      const noted = this.#noted
      this.#noted = createEmptyNotes()
      const context = this.#source.simulator.accounts().find(({ id }) => id === this.#account)
      if (context === undefined) this.end()
      if (context === undefined || this.#unwatch === undefined) return
      for (const news of this.#collectNoted(context, noted)) {
        yield news
        // The rest is dropped if the records were replaced, no reader is left or the account was deleted.
        if (this.#noted.isNew || this.#unwatch === undefined) break
      }
    }
  }

  *#collectNoted(context: Context, noted: Noted): Generator<News> {
    // If all records were replaced, one event says so, and readers fetch the records that they need.
    if (noted.isNew) yield { event: 'account', data: showAccount(context, this.#source.simulator) }
    for (const [about, record] of noted.happened) {
      if (typeof about !== 'string') yield { event: 'fired', data: showFired(about) }
      const news = noted.isNew || record === null ? undefined : createChangeEvent(context, ...record)
      if (news !== undefined) yield news
    }
    yield* this.#collectRequestNews(context, noted.requests)
  }

  *#collectRequestNews({ requestLog }: Context, count: number): Generator<News> {
    const latest = [...requestLog.newest(count)]
    if (latest.length < count) yield { event: 'gap', data: { missed: true } }
    for (const entry of latest.reverse())
      yield { event: 'request', data: showRequest(entry, this.#source.conceal) }
  }

  /** Makes an event, which is later written together with other events. Returns its length in characters. */
  #makeEvent(event: StreamEventName, data: unknown): number {
    this.#lastId += 1
    const frame = createFrame(this.#lastId, event, data)
    this.#memory.add(frame)
    this.#unwritten.push(frame.text)
    return frame.text.length
  }

  /** Writes all unwritten events to each reader. Each reader gets the same bytes in one write. */
  #writeSlice(): void {
    if (this.#unwritten.length === 0) return
    const bytes = Buffer.from(this.#unwritten.join(''))
    this.#unwritten = []
    for (const reader of this.#readers) reader.send(bytes)
  }

  /** Returns all remembered events, after a `gap` event that says that earlier events may be missing. */
  #listFramesAfterGap(): readonly Frame[] {
    const kept = this.#memory.listAll()
    const gap = createFrame((kept[0]?.id ?? this.#lastId + 1) - 1, 'gap', { missed: true })
    return [gap, ...kept]
  }

  #removeReader(reader: StreamReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0 || this.#isEnded) return
    this.#grace = setTimeout(() => this.#stopObserving(), graceMs)
    this.#grace.unref()
  }

  #startObserving(): void {
    clearTimeout(this.#grace)
    if (this.#unwatch !== undefined) return
    const { watchers } = this.#source.simulator
    this.#unwatch = watchers.watch(this.#account, this)
  }

  /** Stops watching the account. A reader that returns later gets a `gap` event, because events may be missing. */
  #stopObserving(): void {
    this.#unwatch?.()
    this.#unwatch = undefined
    this.#memory.clear()
    this.#noted = createEmptyNotes()
    this.#lastId += 1
  }
}

function createEmptyNotes(): Noted {
  return { happened: new Map(), requests: 0, isNew: false }
}

function hasNothingNoted({ happened, requests, isNew }: Noted): boolean {
  return !isNew && happened.size === 0 && requests === 0
}
