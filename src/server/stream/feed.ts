import type { ServerResponse } from 'node:http'
import type { Context } from '../../simulator/accounts/context.ts'
import type { StreamEventName } from '../../simulator/bodies/stream.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { showFired } from '../../simulator/time/clock-moves.ts'
import type { FiredTask } from '../../simulator/time/timeline.ts'
import type { Watcher } from '../../simulator/watching/watchers.ts'
import { showAccount } from '../control/show-account.ts'
import { showRequest } from '../control/show-request.ts'
import type { Conceal } from '../redact.ts'
import { changeEvent, isTold } from './event-data.ts'
import { type Frame, FrameMemory, frameOf } from './frames.ts'
import { StreamReader } from './reader.ts'

/** After the last reader has gone, events are still noted for so long, for one who comes back (real time). */
const graceMs = 60_000

/** What a feed needs of its server. */
export interface FeedSource {
  readonly simulator: Simulator
  readonly conceal: Conceal
}

/** What has changed since events were sent last. Only what to look at is noted; it is looked at when it is sent. */
interface Noted {
  readonly changes: Map<string, readonly [collection: string, id: string]>
  readonly fired: FiredTask[]
  hasRequests: boolean
  isNew: boolean
}

/** The events of one account, made once for all who read them. Without readers it does not look on. */
export class Feed implements Watcher {
  readonly #source: FeedSource
  readonly #account: string
  readonly #ended: () => void
  readonly #readers = new Set<StreamReader>()
  readonly #memory = new FrameMemory()
  /** Of an earlier process, or of a time at which nobody looked on, no id comes again. */
  #lastId = Date.now() * 1_000
  #lastRequest: string | undefined
  #noted = nothingNoted()
  #isDue = false
  #unwatch: (() => void) | undefined
  #grace: NodeJS.Timeout | undefined
  #isEnded = false

  /** `ended` is called when the account is gone. */
  constructor(
    source: FeedSource,
    { account, ended }: { readonly account: string; readonly ended: () => void },
  ) {
    this.#source = source
    this.#account = account
    this.#ended = ended
  }

  /** Sends events from now on; or those since the one with an id, as far as they are remembered. */
  async join(outgoing: ServerResponse, lastId: number | undefined): Promise<void> {
    // Labels show invented people.
    await loadContacts()
    if (outgoing.destroyed) return
    if (this.#isEnded) {
      outgoing.end()
      return
    }
    this.#wake()
    // What is noted so far is no news to a reader who comes now.
    this.#tell()
    const reader = new StreamReader(outgoing, () => this.#leave(reader))
    reader.send(`retry: 1000\n: ${this.#account}\n\n`)
    if (lastId !== undefined && lastId !== this.#lastId) {
      for (const { text } of this.#memory.after(lastId) ?? this.#afterGap()) reader.send(text)
    }
    this.#readers.add(reader)
  }

  changed(collection: string, id: string): void {
    if (isTold(collection)) this.#note(({ changes }) => changes.set(`${collection} ${id}`, [collection, id]))
  }

  fired(fired: readonly FiredTask[]): void {
    if (fired.length > 0) this.#note((noted) => noted.fired.push(...fired))
  }

  requestLogged(): void {
    this.#note((noted) => {
      noted.hasRequests = true
    })
  }

  emptied(): void {
    this.#noted = { ...nothingNoted(), isNew: true }
    this.#note(() => undefined)
  }

  /** Ends it for all readers, and for those who come later. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#ended()
    clearTimeout(this.#grace)
    this.#sleep()
    for (const reader of this.#readers) reader.end()
  }

  #note(what: (noted: Noted) => void): void {
    what(this.#noted)
    if (this.#isDue) return
    this.#isDue = true
    // All that one request changes is told at once, and each record once.
    setImmediate(() => this.#tell())
  }

  #tell(): void {
    this.#isDue = false
    const noted = this.#noted
    this.#noted = nothingNoted()
    const context = this.#source.simulator.accounts().find(({ id }) => id === this.#account)
    if (context === undefined) this.end()
    if (context === undefined || this.#unwatch === undefined) return
    if (noted.isNew) this.#send('account', showAccount(context))
    for (const [collection, id] of noted.changes.values()) {
      const told = changeEvent(context, collection, id)
      if (told !== undefined) this.#send(told.event, told.data)
    }
    for (const fired of noted.fired) this.#send('fired', showFired(fired))
    if (noted.hasRequests) this.#tellRequests(context)
  }

  #tellRequests({ requestLog }: Context): void {
    const fresh = []
    for (const entry of requestLog.newest()) {
      if (entry.id === this.#lastRequest) break
      fresh.push(entry)
    }
    this.#lastRequest = fresh[0]?.id ?? this.#lastRequest
    for (const entry of fresh.reverse()) this.#send('request', showRequest(entry, this.#source.conceal))
  }

  #send(event: StreamEventName, data: unknown): void {
    this.#lastId += 1
    const frame = frameOf(this.#lastId, event, data)
    this.#memory.add(frame)
    for (const reader of this.#readers) reader.send(frame.text)
  }

  /** All that is remembered, after word that something is missing. */
  #afterGap(): readonly Frame[] {
    const kept = this.#memory.all()
    const gap = frameOf((kept[0]?.id ?? this.#lastId + 1) - 1, 'gap', { missed: true })
    return [gap, ...kept]
  }

  #leave(reader: StreamReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0 || this.#isEnded) return
    this.#grace = setTimeout(() => this.#sleep(), graceMs)
    this.#grace.unref()
  }

  #wake(): void {
    clearTimeout(this.#grace)
    if (this.#unwatch !== undefined) return
    const { watchers } = this.#source.simulator
    this.#unwatch = watchers.watch(this.#account, this)
    const [newest] = this.#source.simulator.account(this.#account).requestLog.newest()
    this.#lastRequest = newest?.id
  }

  /** Looks on no more. Whoever comes back then is told that something may be missing. */
  #sleep(): void {
    this.#unwatch?.()
    this.#unwatch = undefined
    this.#memory.clear()
    this.#noted = nothingNoted()
    this.#lastId += 1
  }
}

function nothingNoted(): Noted {
  return { changes: new Map(), fired: [], hasRequests: false, isNew: false }
}
