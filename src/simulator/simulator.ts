import { AccountRegister, type KeyHolder } from './accounts/account-register.ts'
import { defaultAccountId } from './accounts/accounts.ts'
import { ChangeRecorder } from './accounts/change-recorder.ts'
import type { Context, Settings } from './accounts/context.ts'
import { NamedSnapshots } from './accounts/named-snapshots.ts'
import { Random } from './accounts/random.ts'
import type { KeyRecord } from './accounts/records/keys.ts'
import { SimulatorRecords } from './accounts/simulator-records.ts'
import { createKeyRecord, drawKeyValue, type KeyInput } from './resources/keys.ts'
import { DataFileError } from './storage/data-file/data-file-error.ts'
import type { Journal, Store } from './storage/journal.ts'
import type { Task } from './time/agenda.ts'
import { type RealTime, systemTime } from './time/clock.ts'
import type { InitialClock } from './time/initial-clock.ts'
import { SteadyTime } from './time/steady-time.ts'
import { runTask } from './time/tasks.ts'
import type { FiredTask } from './time/timeline.ts'
import type { SimulatorObserver } from './watching/simulator-observer.ts'
import { Watchers } from './watching/watchers.ts'
import type { OutboxPorts, SendWebhook } from './webhooks/outbox.ts'

export interface SimulatorOptions {
  /**
   * Returns the URL at which clients reach the simulator. It is called whenever a URL is made, because the port is
   * known only after the start.
   */
  readonly baseUrl: () => string
  readonly send: SendWebhook
  readonly seed: string
  readonly magic?: boolean
  readonly rateLimits?: boolean
  /** The time, mode and rate with which the clock of the default account starts. */
  readonly clock?: InitialClock
  /** Adds the options of this start to the default account. Runs at each start and each reset. */
  readonly setUp?: (account: Context) => void
  readonly realTime?: RealTime
  /** Receives a message for the operator of the simulator. */
  readonly onNotice?: ((text: string) => void) | undefined
  /** Receives an unexpected error of work that runs while no client waits for it. */
  readonly onDefect?: ((error: unknown) => void) | undefined
  readonly observer?: SimulatorObserver | undefined
}

/** An account that was not used for some time. */
export interface IdleAccount {
  readonly id: string
  /** When the account was last used, in milliseconds of real time. */
  readonly lastUsedMs: number
}

const noteIntervalMs = 1_000

/** The accounts, the work that becomes due in them, and the journal that stores their changes. */
export class Simulator {
  readonly settings: Settings
  readonly watchers = new Watchers()
  readonly snapshots: NamedSnapshots
  readonly #options: SimulatorOptions
  readonly #records: SimulatorRecords
  readonly #accounts: AccountRegister
  readonly #changes: ChangeRecorder
  readonly #time: SteadyTime
  readonly #outside: OutboxPorts

  constructor(options: SimulatorOptions) {
    this.#options = options
    const machine = options.realTime ?? systemTime
    this.#time = new SteadyTime(machine)
    const { send, observer } = options
    const attempted = observer?.onWebhookAttempt.bind(observer)
    this.#outside = { stored: () => this.commit(), send, attempted }
    this.#records = new SimulatorRecords((collection, id, weight) =>
      this.#changes.noteChange('', { collection, id, weight }),
    )
    this.snapshots = new NamedSnapshots(this.#records)
    this.#changes = new ChangeRecorder({
      records: this.#records,
      accounts: () => this.#accounts,
      beforeDrain: () => this.#noteTime(),
    })
    this.settings = {
      baseUrl: options.baseUrl,
      magic: options.magic ?? true,
      rateLimits: options.rateLimits ?? true,
      realTime: this.#time,
      machineNow: () => machine.now(),
      start: () => this.#records.start.get('it')?.starts ?? 0,
    }
    this.#accounts = new AccountRegister({
      records: this.#records,
      settings: this.settings,
      clock: options.clock,
      setUp: options.setUp,
      changed: (account, collection, id, weight) => {
        this.#changes.noteChange(account, { collection, id, weight })
        if (collection === 'ledger') this.#reportReload(account, id)
        const watchers = this.watchers.of(account)
        if (watchers !== undefined) for (const watcher of watchers) watcher.onRecordChanged(collection, id)
      },
      onEmptied: (account) => {
        this.#changes.noteEmptiedAccount(account)
        for (const watcher of this.watchers.of(account) ?? []) watcher.onAccountEmptied()
      },
      onOpened: (context) => observer?.onAccountOpened(context),
      onEnded: (context) => observer?.onAccountEnded(context),
      onReplaced: (before, after) => {
        this.#changes.noteAllRecords(after.id, after.state)
        observer?.onAccountReplaced(before, after)
      },
      onNotice: (text) => options.onNotice?.(text),
      run: (context, task) => this.#run(context, task),
      failed: (error) => this.#reportFailure(error),
    })
  }

  /** Returns the seed that all random values are derived from. */
  get seed(): string {
    return this.#records.start.get('it')?.seed ?? this.#options.seed
  }

  /** Returns the store that the data file reads and fills. It must be used before `begin`. */
  createStore(read: Parameters<ChangeRecorder['createStore']>[0]): Store {
    return this.#changes.createStore(read)
  }

  /** Names a record that an account of the data file needs and lacks; undefined if all accounts are complete. */
  findMissingRecord(): string | undefined {
    return this.#accounts.findMissingRecord()
  }

  /** Starts the simulator, or continues from the records of a data file: pending work is scheduled again. */
  begin(journal: Journal | null): void {
    this.#changes.setJournal(journal)
    const latestRealMs = this.#records.start.get('it')?.latestRealMs ?? Number.NEGATIVE_INFINITY
    // The machine's clock was set back since the last run. It may have reached a later time than the noted one, by at
    // most the interval between two notes.
    if (this.#time.now() < latestRealMs) this.#time.continueFrom(latestRealMs + noteIntervalMs)
    for (const { state } of this.accounts()) this.#time.continueFrom(state.clock.get().baseRealMs)
    this.#records.start.set('it', { seed: this.seed, starts: this.settings.start() + 1 })
    this.#accounts.beginAccounts(this.seed)
    // Data of earlier versions do not say when an account was used.
    for (const { id } of this.accounts()) if (!this.#records.uses.has(id)) this.noteUse(id)
    this.snapshots.removeUnfinished()
  }

  /** Creates an account. Throws CONTROL.ACCOUNT.EXISTS for an id that is in use. */
  createAccount(input: {
    readonly id?: string | undefined
    readonly seed?: string | undefined
    readonly clock?: InitialClock | undefined
    /** The hexadecimal digits with which each key of the account begins. */
    readonly keyPrefix?: string | undefined
  }): Context {
    const { id = this.#newAccountId(), seed = this.seed, clock, keyPrefix } = input
    const created = this.#accounts.createAccount({ id, seed, clock, keyPrefix })
    this.noteUse(id)
    return created
  }

  /** Notes that an account is used now, by a request or a change of its settings. The time is rounded to a second. */
  noteUse(id: string): void {
    const nowMs = this.#time.now()
    const { uses } = this.#records
    if (nowMs >= (uses.get(id) ?? Number.NEGATIVE_INFINITY) + 1_000) uses.set(id, nowMs)
  }

  /** Returns when an account was last used, in milliseconds of real time. */
  lastUsedMs(id: string): number {
    return this.#records.uses.get(id) ?? this.#time.now()
  }

  /**
   * Deletes all accounts, except the default account, that were not used for a span of real time; with `isDryRun`,
   * deletes nothing. Each step checks and deletes one account, so that no request comes between. Returns the accounts,
   * oldest use first.
   */
  *deleteIdle(idleMs: number, isDryRun: boolean): Generator<void, readonly IdleAccount[]> {
    const idle: IdleAccount[] = []
    for (const { id } of this.accounts()) {
      yield
      const lastUsedMs = this.lastUsedMs(id)
      // Another call may have deleted the account meanwhile.
      const isThere = this.#accounts.findAccount(id) !== undefined
      if (!isThere || id === defaultAccountId || this.#time.now() - lastUsedMs < idleMs) continue
      if (!isDryRun) this.deleteAccount(id)
      idle.push({ id, lastUsedMs })
    }
    return idle.sort((one, other) => one.lastUsedMs - other.lastUsedMs)
  }

  /** Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  account(id: string): Context {
    return this.#accounts.getAccount(id)
  }

  get defaultAccount(): Context {
    return this.#accounts.getAccount(defaultAccountId)
  }

  accounts(): Context[] {
    return this.#accounts.listAccounts()
  }

  /** Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id, VALIDATION.FIELD.INVALID for the default account. */
  deleteAccount(id: string): void {
    this.#accounts.deleteAccount(id)
    this.#records.uses.delete(id)
    this.snapshots.deleteAll(id)
  }

  resetAccount(id: string): Context {
    return this.#accounts.resetAccount(id)
  }

  /** Replaces all state of an account, in steps. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  replaceAccount(
    id: string,
    replacement: Parameters<AccountRegister['replaceAccount']>[1],
  ): ReturnType<AccountRegister['replaceAccount']> {
    return this.#accounts.replaceAccount(id, replacement)
  }

  createKey(context: Context, input: KeyInput): KeyRecord {
    const keyPrefix = this.#accounts.findKeyPrefix(context.id)
    const value = drawKeyValue(context, { environment: input.environment, keyPrefix }, (drawn) =>
      this.#accounts.isFreeKey(drawn),
    )
    const key = createKeyRecord(context, { ...input, value })
    this.#accounts.addKey(context, key)
    return key
  }

  findKey(value: string): KeyHolder | undefined {
    return this.#accounts.findKey(value)
  }

  isKeyOfOtherAccount(value: string, account: string): boolean {
    return this.#accounts.isKeyOfOtherAccount(value, account)
  }

  /** Whether 32 digits, without a prefix, belong to a key or a signing secret of any account. */
  isPartOfSecret(digits: string): boolean {
    return this.#accounts.isPartOfSecret(digits)
  }

  findAccountOfLabel(labelId: string): Context | undefined {
    return this.#accounts.findByLabel(labelId)
  }

  /** Resolves once every change so far is stored; undefined if there is nothing to wait for. */
  commit(): Promise<void> | undefined {
    return this.#changes.commit()
  }

  /** Stops all timers; nothing new is started. */
  halt(): void {
    for (const { timeline } of this.accounts()) timeline.stop()
  }

  /** Waits until running work has ended, then closes the data file. */
  async end(): Promise<void> {
    this.halt()
    await Promise.all(this.accounts().map(({ timeline }) => timeline.settle()))
    await this.#changes.closeJournal()
  }

  /** Notes the machine's time, but only at intervals: a note at each change would make a purchase a tenth slower. */
  #noteTime(): void {
    const start = this.#records.start.get('it')
    const nowMs = this.#time.now()
    if (start === undefined || nowMs < (start.latestRealMs ?? 0) + noteIntervalMs) return
    this.#records.start.set('it', { ...start, latestRealMs: nowMs })
  }

  #newAccountId(): string {
    return new Random({ seed: this.seed, account: '', counters: this.#records.accountIdCounter }).nextId(
      'acc',
    )
  }

  /** Runs a due task, and stores its changes like those of a request. */
  #run(context: Context, task: Task): ReturnType<typeof runTask> {
    const happened = context.clock.runAtOneInstant(() => runTask(context, task, this.#outside))
    if (happened instanceof Promise) {
      const reported = happened.then((fired) => this.report(context, task, fired))
      return reported.finally(() => this.#commitInBackground())
    }
    this.#commitInBackground()
    return this.report(context, task, happened)
  }

  /** Logs a task that has run, and notifies the watchers of its results. */
  report(context: Context, task: Pick<Task, 'id'>, fired: readonly FiredTask[]): readonly FiredTask[] {
    const [first] = fired
    // All rates of a rates response expire at the same time, so they count as one event.
    if (first !== undefined) context.firedLog.add({ atMs: first.atMs, kind: first.kind, id: task.id })
    for (const watcher of this.watchers.of(context.id) ?? []) watcher.onTaskFired(fired)
    if (fired.length > 0) this.#options.observer?.onTasksFired(context, fired)
    return fired
  }

  #reportReload(account: string, id: string): void {
    const context = this.#accounts.findAccount(account)
    if (context?.state.ledger.get(id)?.kind === 'auto_reload') this.#options.observer?.onAutoReload(context)
  }

  /** Stores the changes while no caller waits: the journal itself reports a failed write and tries again. */
  #commitInBackground(): void {
    this.commit()?.catch(() => undefined)
  }

  #reportFailure(error: unknown): void {
    if (!(error instanceof DataFileError)) this.#options.onDefect?.(error)
  }
}
