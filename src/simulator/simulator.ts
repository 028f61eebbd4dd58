import { type AccountRecord, defaultAccountId, furnish, type InitialClock } from './accounts/accounts.ts'
import { type Collection, liveCollection } from './accounts/collection.ts'
import { type Context, createContext, type RequestCounts, type Settings } from './accounts/context.ts'
import { idTagLength, Random } from './accounts/random.ts'
import type { KeyRecord } from './accounts/records.ts'
import { type KeyInput, newKey, newKeyValue } from './resources/keys.ts'
import { fail } from './specification/errors.ts'
import { ChangeLog } from './storage/change-log.ts'
import { DataFileError } from './storage/data-file-error.ts'
import { type Entry, isAccountGone, type Journal, type RecordEntry } from './storage/journal.ts'
import type { Task } from './time/agenda.ts'
import { type RealTime, systemTime } from './time/clock.ts'
import { SteadyTime } from './time/steady-time.ts'
import { resume, runTask } from './time/tasks.ts'
import type { Outside, SendWebhook } from './webhooks/outbox.ts'

export interface SimulatorOptions {
  /** Where clients reach the simulator; asked when a URL is made, as the port may be known late. */
  readonly baseUrl: () => string
  readonly send: SendWebhook
  readonly seed: string
  readonly magic?: boolean
  readonly rateLimits?: boolean
  /** How the default account's clock starts. */
  readonly clock?: InitialClock
  /** What the default account begins with, beside what every account has: done at each start and each reset. */
  readonly setUp?: (account: Context) => void
  readonly realTime?: RealTime
  /** Hears of what went wrong where nobody waits for an answer: a defect. */
  readonly onDefect?: ((error: unknown) => void) | undefined
}

interface StartRecord {
  readonly seed: string
  /** How often a simulator has been started with these data. */
  readonly starts: number
  /** The machine's time at a late change, where accounts go on from should it be set back until the next start. */
  readonly latestRealMs?: number
}

/** A key as a request presents it, with the account it belongs to. */
export interface KeyHolder {
  readonly context: Context
  readonly key: KeyRecord
}

const betweenNotesMs = 1_000

const realtime: InitialClock = { mode: 'realtime', rate: 1, nowMs: null }

/** All accounts, the way from a key to its account, and what the journal keeps of them. */
export class Simulator {
  readonly settings: Settings
  readonly #options: SimulatorOptions
  readonly #changes = new ChangeLog()
  readonly #start: Collection<StartRecord, StartRecord>
  readonly #accountRecords: Collection<AccountRecord, AccountRecord>
  readonly #accountIds: Collection<number, number>
  readonly #contexts = new Map<string, Context>()
  readonly #keys = new Map<string, { readonly account: string; readonly keyId: string }>()
  readonly #requestCounts = new Map<string, Context['requests']>()
  readonly #accountsByTag = new Map<string, Set<string>>()
  readonly #time: SteadyTime
  readonly #outside: Outside
  #journal: Journal | null = null

  constructor(options: SimulatorOptions) {
    this.#options = options
    const machine = options.realTime ?? systemTime
    this.#time = new SteadyTime(machine)
    this.#outside = { kept: () => this.commit(), send: options.send }
    const changed = (collection: string, id: string): void => this.#note('', collection, id, 'hard')
    this.#start = liveCollection('start', changed)
    this.#accountRecords = liveCollection('accounts', changed)
    this.#accountIds = liveCollection('account_ids', changed)
    this.settings = {
      baseUrl: options.baseUrl,
      magic: options.magic ?? true,
      rateLimits: options.rateLimits ?? true,
      realTime: this.#time,
      machineNow: () => machine.now(),
      start: () => this.#start.get('it')?.starts ?? 0,
    }
  }

  /** The seed that everything random comes from. */
  get seed(): string {
    return this.#start.get('it')?.seed ?? this.#options.seed
  }

  /** Begins, or goes on from what was restored: due work is taken up again. */
  begin(journal: Journal | null): void {
    this.#journal = journal
    const latestRealMs = this.#start.get('it')?.latestRealMs ?? Number.NEGATIVE_INFINITY
    // Set back since then: it was later than noted, by less than the time between two notes.
    if (this.#time.now() < latestRealMs) this.#time.goOnFrom(latestRealMs + betweenNotesMs)
    for (const { state } of this.#contexts.values()) this.#time.goOnFrom(state.clock.get().baseRealMs)
    this.#start.set('it', { seed: this.seed, starts: this.settings.start() + 1 })
    for (const context of this.#contexts.values()) this.#takeUp(context)
    if (!this.#contexts.has(defaultAccountId)) {
      this.createAccount({ id: defaultAccountId, clock: this.#options.clock ?? realtime })
    }
    this.#options.setUp?.(this.defaultAccount)
  }

  /** CONTROL.ACCOUNT.EXISTS for an id in use. */
  createAccount(input: {
    readonly id?: string | undefined
    readonly seed?: string | undefined
    readonly clock?: InitialClock | undefined
  }): Context {
    const id = input.id ?? this.#newAccountId()
    if (this.#contexts.has(id)) fail('CONTROL.ACCOUNT.EXISTS')
    const seed = input.seed ?? this.seed
    const record = { id, seed, idsOf: id, clock: input.clock ?? realtime }
    this.#accountRecords.set(id, record)
    return this.#furnish(record)
  }

  /** CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  account(id: string): Context {
    return this.#contexts.get(id) ?? fail('CONTROL.ACCOUNT.NOT_FOUND')
  }

  get defaultAccount(): Context {
    return this.account(defaultAccountId)
  }

  accounts(): Context[] {
    return [...this.#contexts.values()]
  }

  deleteAccount(id: string): void {
    this.account(id)
    if (id === defaultAccountId) {
      fail('VALIDATION.FIELD.INVALID', {
        message: 'The default account stays; reset it instead.',
        extras: { field: 'id' },
      })
    }
    this.#empty(id)
    this.#accountRecords.delete(id)
  }

  /**
   * The account as it was created: same keys, nothing else of what was. The default one is as this start makes it,
   * whatever start its data come from.
   */
  resetAccount(id: string): Context {
    this.#empty(id)
    const record = this.#accountRecords.get(id)
    if (record === undefined) return fail('CONTROL.ACCOUNT.NOT_FOUND')
    if (id !== defaultAccountId) return this.#furnish(record)
    const context = this.#furnish({ ...record, clock: this.#options.clock ?? record.clock })
    this.#options.setUp?.(context)
    return context
  }

  /** Puts records in the place of all an account had, and takes up what they have waiting. */
  replaceAccount(
    id: string,
    replacement: { readonly seed: string; readonly idsOf: string; fill(context: Context): void },
  ): Context {
    const record = this.#accountRecords.get(id)
    this.#empty(id)
    if (record === undefined) return fail('CONTROL.ACCOUNT.NOT_FOUND')
    const replaced = { ...record, seed: replacement.seed, idsOf: replacement.idsOf }
    this.#accountRecords.set(id, replaced)
    const context = this.#open(replaced)
    replacement.fill(context)
    this.#takeUp(context)
    return context
  }

  createKey(context: Context, input: KeyInput): KeyRecord {
    const key = newKey(context, { ...input, value: newKeyValue(context, input.environment) })
    context.state.keys.set(key.id, key)
    this.#indexKey(context, key)
    return key
  }

  /** Whose key this is; undefined for a key nobody has. */
  findKey(value: string): KeyHolder | undefined {
    const place = this.#keys.get(value)
    const context = place && this.#contexts.get(place.account)
    const key = place && context?.state.keys.get(place.keyId)
    return context === undefined || key === undefined ? undefined : { context, key }
  }

  /** Whether a key value is another account's. */
  isOthersKey(value: string, account: string): boolean {
    const place = this.#keys.get(value)
    return place !== undefined && place.account !== account
  }

  /** The account a label id was given out by; ids begin with their account's tag. */
  accountOfLabel(labelId: string): Context | undefined {
    const ids = this.#accountsByTag.get(labelId.slice('lbl_'.length, 'lbl_'.length + idTagLength)) ?? []
    return [...ids]
      .flatMap((id) => this.#contexts.get(id) ?? [])
      .find(({ state }) => state.labels.has(labelId))
  }

  /** Resolves once every change so far is kept; undefined where there is nothing to wait for. */
  commit(): Promise<void> | undefined {
    if (this.#journal === null || !(this.#changes.isPressing || this.#journal.isBehind)) return undefined
    return this.#journal.commit()
  }

  /** Starts nothing more. */
  halt(): void {
    for (const { timeline } of this.accounts()) timeline.stop()
  }

  /** Waits for what is under way and lets go of the data file. */
  async end(): Promise<void> {
    this.halt()
    await Promise.all(this.accounts().map(({ timeline }) => timeline.settle()))
    await this.#journal?.close()
  }

  drain(): readonly Entry[] {
    if (this.#changes.isPressing) this.#noteTime()
    return this.#changes.drain((account, collection, id) => this.#read(account, collection, id))
  }

  /** With each change would be exact, and cost a tenth of a purchase. */
  #noteTime(): void {
    const start = this.#start.get('it')
    const nowMs = this.#time.now()
    if (start === undefined || nowMs < (start.latestRealMs ?? 0) + betweenNotesMs) return
    this.#start.set('it', { ...start, latestRealMs: nowMs })
  }

  get size(): number {
    const own = this.#ownCollections().reduce((sum, collection) => sum + collection.size, 0)
    return this.accounts().reduce((sum, { state }) => sum + state.size, own)
  }

  *everything(): Generator<RecordEntry> {
    // Which accounts there are is settled at once: each must come before its own records, and no other's may.
    const accounts = this.accounts()
    yield* this.#ownCollections().flatMap((collection) =>
      [...collection.keys()].map((id) => ({
        account: '',
        collection: collection.name,
        id,
        json: collection.toJson(id),
      })),
    )
    for (const { id, state } of accounts) yield* state.entries(id)
  }

  /** `read` makes a record of the value a file holds, and throws where it cannot. */
  restore(entry: Entry, read: (entry: RecordEntry, value: unknown) => unknown): void {
    if (isAccountGone(entry)) {
      this.#reopen(entry.account)
      return
    }
    const { json } = entry
    const loaded = json === null ? undefined : { value: read(entry, JSON.parse(json)), json }
    const collection =
      entry.account === ''
        ? this.#ownCollections().find(({ name }) => name === entry.collection)
        : this.account(entry.account).state.collection(entry.collection)
    if (collection === undefined) throw new Error(`unknown collection ${entry.collection}`)
    collection.load(entry.id, loaded)
    if (entry.account === '' && entry.collection === this.#accountRecords.name) this.#reopen(entry.id)
  }

  /** An empty context for an account that the records know, none for one they do not. */
  #reopen(id: string): void {
    const context = this.#contexts.get(id)
    if (context !== undefined) this.#remove(context)
    const record = this.#accountRecords.get(id)
    if (record !== undefined) this.#open(record)
  }

  #ownCollections() {
    return [this.#start, this.#accountIds, this.#accountRecords]
  }

  #read(account: string, collection: string, id: string): string | null {
    const found =
      account === ''
        ? this.#ownCollections().find(({ name }) => name === collection)
        : this.#contexts.get(account)?.state.collection(collection)
    return found?.toJson(id) ?? null
  }

  #newAccountId(): string {
    return new Random({ seed: this.seed, account: '', counters: this.#accountIds }).id('acc')
  }

  #furnish(record: AccountRecord): Context {
    const context = this.#open(record)
    for (const key of furnish(context, record)) this.#indexKey(context, key)
    return context
  }

  #open(record: AccountRecord): Context {
    const requests = this.#requestCounts.get(record.id) ?? noRequests()
    this.#requestCounts.set(record.id, requests)
    const context: Context = createContext({
      id: record.id,
      seed: record.seed,
      idsOf: record.idsOf,
      settings: this.settings,
      requests,
      changed: (collection, id, weight) => {
        // A request or an advance may still be under way in a world that a reset or a deletion has ended.
        if (this.#contexts.get(record.id) === context) this.#note(record.id, collection, id, weight)
      },
      run: (context, task) => this.#run(context, task),
      failed: (error) => this.#heardFailure(error),
    })
    this.#contexts.set(record.id, context)
    const tag = context.random.idTag
    this.#accountsByTag.set(tag, (this.#accountsByTag.get(tag) ?? new Set()).add(record.id))
    return context
  }

  #takeUp(context: Context): void {
    for (const key of context.state.keys.values()) this.#indexKey(context, key)
    resume(context)
  }

  #empty(id: string): void {
    this.#remove(this.account(id))
    this.#changes.removeAccount(id)
  }

  #remove(context: Context): void {
    context.timeline.stop()
    for (const { value } of context.state.keys.values()) this.#keys.delete(value)
    this.#accountsByTag.get(context.random.idTag)?.delete(context.id)
    this.#contexts.delete(context.id)
  }

  #indexKey(context: Context, key: KeyRecord): void {
    this.#keys.set(key.value, { account: context.id, keyId: key.id })
  }

  #note(account: string, collection: string, id: string, weight: 'hard' | 'soft'): void {
    if (this.#journal !== null) this.#changes.add(account, { collection, id, weight })
  }

  /** What fires by itself is kept like what is asked for. */
  #run(context: Context, task: Task): ReturnType<typeof runTask> {
    const happened = context.clock.atOneInstant(() => runTask(context, task, this.#outside))
    if (happened instanceof Promise) return happened.finally(() => this.#keep())
    this.#keep()
    return happened
  }

  /** Nobody waits for it: the journal itself says that a file takes no more, and tries again. */
  #keep(): void {
    this.commit()?.catch(() => undefined)
  }

  #heardFailure(error: unknown): void {
    if (!(error instanceof DataFileError)) this.#options.onDefect?.(error)
  }
}

function noRequests(): RequestCounts {
  return { service: 0, other: 0 }
}
