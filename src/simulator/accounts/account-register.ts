import { SparePages } from '../requests/spare-pages.ts'
import { fail } from '../specification/errors.ts'
import { environments } from '../specification/model.ts'
import type { InitialClock } from '../time/initial-clock.ts'
import { resumeTasks } from '../time/tasks.ts'
import { type AccountRecord, defaultAccountId, fillAccount, listFirstKeyValues } from './accounts.ts'
import type { ChangeWeight } from './collection.ts'
import { type Context, createContext, type RequestCounts, type Settings } from './context.ts'
import { KeyIndex } from './key-index.ts'
import { idTagLength } from './random.ts'
import type { KeyRecord } from './records/keys.ts'
import type { SimulatorRecords } from './simulator-records.ts'

/** A key, and the account that has it. */
export interface KeyHolder {
  readonly context: Context
  readonly key: KeyRecord
}

interface RegisterOptions {
  /** The records that belong to no account, such as the list of accounts. */
  readonly records: SimulatorRecords
  readonly settings: Settings
  /** How the default account's clock starts. */
  readonly clock: InitialClock | undefined
  /** Applies the start options to the default account. It runs at each start and each reset. */
  readonly setUp: ((account: Context) => void) | undefined
  /** Called when a record of an account was added, changed or removed. */
  readonly onChange: (account: string, collection: string, id: string, weight: ChangeWeight) => void
  /**
   * Called when all records of an account were removed. Changes of the old records need not be written to the data
   * file.
   */
  readonly onEmptied: (account: string) => void
  /** Called when an account was created, reset or restored. */
  readonly onOpened: (context: Context) => void
  /** Called before an account is deleted or reset. */
  readonly onEnded: (context: Context) => void
  /** Called when the records of an account were replaced: `after` is its new context. */
  readonly onReplaced: (before: Context, after: Context) => void
  /** Receives a message for the operator of the simulator. */
  readonly onNotice: (text: string) => void
  readonly runTask: Parameters<typeof createContext>[0]['runTask']
  readonly onTaskFailure: Parameters<typeof createContext>[0]['onTaskFailure']
}

/** The two functions that store the new records when all records of an account are replaced. */
interface Replacement {
  readonly seed: string
  /** Stores the new records in an account context that requests cannot reach yet. */
  fill(context: Context): Generator<void>
  /** Stores the values that depend on the old records, which `before` still has. */
  complete(context: Context, before: Context): void
}

const realtime: InitialClock = { mode: 'realtime', rate: 1, nowMs: null }

/**
 * Keeps all accounts. The steps of each operation on an account are:
 *
 *     create:           open → create contents
 *     reset:    close → open → create contents
 *     replace:  create hidden → fill from a snapshot → resume tasks → close → make reachable → activate
 *     restore:          open → load from the data file → activate → resume tasks
 *     delete:   close
 */
export class AccountRegister {
  readonly #options: RegisterOptions
  readonly #contexts = new Map<string, Context>()
  readonly #keys = new KeyIndex()
  readonly #requestCounts = new Map<string, RequestCounts>()
  readonly #sparePages = new SparePages()
  readonly #idsByTag = new Map<string, Set<string>>()
  /** The ids of accounts that loaded the snapshot of another account, and so have labels of that account. */
  readonly #withForeignLabels = new Set<string>()

  constructor(options: RegisterOptions) {
    this.#options = options
  }

  /** Schedules the pending tasks of all accounts of the data file, and creates the default account if it is missing. */
  beginAccounts(seed: string): void {
    for (const record of this.#options.records.accounts.values()) {
      this.#keys.reserveValues(record.id, listFirstKeyValues(record))
    }
    for (const context of this.#contexts.values()) {
      this.#dropDuplicateKeys(context)
      this.#activateKeysAndLabels(context, hasForeignLabels(context))
      this.#options.onOpened(context)
      for (const _ of resumeTasks(context)) {
        // No request waits during the start, so the tasks are scheduled without pauses.
      }
    }
    if (!this.#contexts.has(defaultAccountId)) {
      this.createAccount({ id: defaultAccountId, seed, clock: this.#options.clock })
    }
    this.#options.setUp?.(this.getAccount(defaultAccountId))
  }

  /**
   * Returns a message about an account of the data file that lacks its clock, wallet or webhook; undefined if every
   * account is complete.
   */
  findMissingRecord(): string | undefined {
    for (const { id, state } of this.#contexts.values()) {
      const absent = ['clock', 'wallet', 'webhook'].find((name) => state.findCollection(name)?.size !== 1)
      if (absent !== undefined) return `account ${id} in it has no ${absent}`
    }
    return undefined
  }

  /** Creates an account. Throws CONTROL.ACCOUNT.EXISTS for an id in use. */
  createAccount(account: {
    readonly id: string
    readonly seed: string
    readonly clock: InitialClock | undefined
    readonly keyPrefix?: string | undefined
  }): Context {
    const { id, seed, clock = realtime, keyPrefix } = account
    if (this.#contexts.has(id)) fail('CONTROL.ACCOUNT.EXISTS')
    return this.#createContents({ id, seed, clock, ...(keyPrefix !== undefined && { keyPrefix }) })
  }

  /** Returns the account with this id. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  getAccount(id: string): Context {
    return this.#contexts.get(id) ?? fail('CONTROL.ACCOUNT.NOT_FOUND')
  }

  findAccount(id: string): Context | undefined {
    return this.#contexts.get(id)
  }

  listAccounts(): Context[] {
    return [...this.#contexts.values()]
  }

  /**
   * Deletes an account. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id, VALIDATION.FIELD.INVALID for the
   * default account.
   */
  deleteAccount(id: string): void {
    const context = this.getAccount(id)
    if (id === defaultAccountId) {
      fail('VALIDATION.FIELD.INVALID', {
        message: 'The default account cannot be deleted. Reset it instead.',
        extras: { field: 'id' },
      })
    }
    this.#options.onEnded(context)
    this.#emptyState(context)
    this.#keys.releaseValues(id, listFirstKeyValues(this.#getRecord(id)))
    this.#options.records.accounts.delete(id)
  }

  /**
   * Resets an account to its state at creation, with the same keys. Removes everything else, also a loaded snapshot.
   * The default account gets the options of this start, even if it comes from the data file of an earlier start.
   */
  resetAccount(id: string): Context {
    const before = this.getAccount(id)
    this.#options.onEnded(before)
    this.#emptyState(before)
    const { loadedSeed: _, ...record } = this.#getRecord(id)
    if (id !== defaultAccountId) return this.#createContents(record)
    const context = this.#createContents(record, this.#options.clock)
    this.#options.setUp?.(context)
    return context
  }

  /**
   * Replaces all records of an account, in steps, and schedules the tasks of the new records. Requests use the old
   * records until the last step.
   */
  *replaceAccount(id: string, { seed, fill, complete }: Replacement): Generator<void, Context> {
    const context = this.#createHiddenContext({ ...this.#getRecord(id), loadedSeed: seed })
    context.timeline.hold()
    yield* fill(context)
    yield* resumeTasks(context)
    const isWithForeignLabels = hasForeignLabels(context)
    yield
    const before = this.getAccount(id)
    complete(context, before)
    this.#emptyState(before)
    this.#options.records.accounts.set(id, { ...this.#getRecord(id), loadedSeed: seed })
    this.#makeReachable(context)
    this.#options.onReplaced(before, context)
    this.#activateKeysAndLabels(context, isWithForeignLabels)
    context.timeline.release()
    return context
  }

  /**
   * Called while a data file is read. Opens an empty context for an account that the file has, and closes the account if
   * the file has deleted it.
   */
  restoreAccount(id: string): void {
    const context = this.#contexts.get(id)
    if (context !== undefined) this.#closeContext(context)
    const record = this.#options.records.accounts.get(id)
    if (record !== undefined) this.#openEmptyContext(record)
  }

  /** Returns the digits with which each new key of an account begins; undefined if all of them are random. */
  findKeyPrefix(id: string): string | undefined {
    return this.#getRecord(id).keyPrefix
  }

  /** Stores a key of an account, so that requests can use it. */
  addKey(context: Context, key: KeyRecord): void {
    context.state.keys.set(key.id, key)
    this.#keys.addKey(context.id, key)
  }

  /** Returns the account and the record of a key value; undefined for an unknown value. */
  findKey(value: string): KeyHolder | undefined {
    const place = this.#keys.findHolder(value)
    const context = place && this.#contexts.get(place.account)
    const key = place && context?.state.keys.get(place.keyId)
    return context === undefined || key === undefined ? undefined : { context, key }
  }

  /** Whether a key value belongs to another account, or is reserved for one. */
  isKeyOfOtherAccount(value: string, account: string): boolean {
    return this.#keys.isHeldByOther(value, account)
  }

  /** Whether no account has the key value, and no reset can restore it. */
  isFreeKey(value: string): boolean {
    return this.#keys.isFreeValue(value)
  }

  /** Whether these digits are part of an API key or of a signing secret of any account. */
  isPartOfSecret(digits: string): boolean {
    if (
      environments.some((environment) => this.#keys.findHolder(`pr_${environment}_${digits}`) !== undefined)
    )
      return true
    const secret = `whsec_${digits}`
    for (const { state } of this.#contexts.values())
      if (state.webhook.get().signingSecret === secret) return true
    return false
  }

  /**
   * Returns the account that has a label; undefined if none has it. If several accounts have it, because they loaded a
   * snapshot, returns the account that issued the id.
   */
  findByLabel(labelId: string): Context | undefined {
    const issuers = this.#idsByTag.get(readIdTag(labelId)) ?? []
    for (const ids of [issuers, this.#withForeignLabels]) {
      for (const id of ids) {
        const context = this.#contexts.get(id)
        if (context?.state.labels.has(labelId)) return context
      }
    }
    return undefined
  }

  #getRecord(id: string): AccountRecord {
    return this.#options.records.accounts.get(id) ?? fail('CONTROL.ACCOUNT.NOT_FOUND')
  }

  #openEmptyContext(record: AccountRecord): Context {
    const context = this.#createHiddenContext(record)
    this.#makeReachable(context)
    return context
  }

  /** Makes a context the current context of its account, so that requests use it. */
  #makeReachable(context: Context): void {
    this.#contexts.set(context.id, context)
    const tag = context.random.idTag
    this.#idsByTag.set(tag, (this.#idsByTag.get(tag) ?? new Set()).add(context.id))
  }

  /** Creates an empty context for an account, which no request uses yet. */
  #createHiddenContext(record: AccountRecord): Context {
    const { settings, onChange, runTask, onTaskFailure } = this.#options
    const requests = this.#requestCounts.get(record.id) ?? { service: 0, other: 0 }
    this.#requestCounts.set(record.id, requests)
    const context: Context = createContext({
      id: record.id,
      seed: record.loadedSeed ?? record.seed,
      settings,
      requests,
      sparePages: this.#sparePages,
      isLabelTaken: (labelId) => this.findByLabel(labelId) !== undefined,
      onChange: (collection, id, weight) => {
        // Only the current context of an account may report changes. A hidden context is not stored yet, and after a
        // reset or a deletion, a request or an advance may still run on the old context.
        if (this.#contexts.get(record.id) === context) onChange(record.id, collection, id, weight)
      },
      runTask,
      onTaskFailure,
    })
    return context
  }

  /** Creates the contents of a new account, or of one that was reset, with its first keys. */
  #createContents(record: AccountRecord, clock = record.clock): Context {
    const { id, keys: first } = record
    const isFreeKeyValue = (value: string) =>
      first === undefined ? !this.isKeyOfOtherAccount(value, id) : first.includes(value)
    const context = this.#openEmptyContext(record)
    const keys = fillAccount(context, { ...record, clock }, isFreeKeyValue)
    for (const key of keys) this.#keys.addKey(id, key)
    this.#options.onOpened(context)
    const values = keys.map(({ value }) => value)
    this.#keys.reserveValues(id, values)
    this.#options.records.accounts.set(id, id === defaultAccountId ? record : { ...record, keys: values })
    return context
  }

  /**
   * Removes keys that an earlier version of Drydock stored twice. If one account has a key twice, the latest record
   * stays. If several accounts have it, the first one keeps it.
   */
  #dropDuplicateKeys({ id, state }: Context): void {
    const values = new Set<string>()
    let dropped = 0
    for (const key of [...state.keys.values()].reverse()) {
      const isDouble = values.has(key.value) || this.#keys.isHeldByOther(key.value, id)
      values.add(key.value)
      if (isDouble && state.keys.delete(key.id)) dropped += 1
    }
    if (dropped > 0)
      this.#options.onNotice(
        `account ${id} lost ${dropped} of its keys: an earlier version stored them twice, and a key can open only one account. Create others (drydock keys create --account ${id}), or reset the account.`,
      )
  }

  /** Makes the keys of an account valid, and lets requests find its labels whose ids another account issued. */
  #activateKeysAndLabels(context: Context, isWithForeignLabels: boolean): void {
    for (const key of context.state.keys.values()) this.#keys.addKey(context.id, key)
    if (isWithForeignLabels) this.#withForeignLabels.add(context.id)
  }

  /** Closes an account, and calls `onEmptied`, because all its records are gone. */
  #emptyState(context: Context): void {
    this.#closeContext(context)
    this.#options.onEmptied(context.id)
  }

  /** Stops the due work of an account, and makes its API keys invalid. */
  #closeContext(context: Context): void {
    context.timeline.stop()
    context.requestLog.clear()
    this.#keys.removeKeysOf(context)
    this.#idsByTag.get(context.random.idTag)?.delete(context.id)
    this.#withForeignLabels.delete(context.id)
    this.#contexts.delete(context.id)
  }
}

/** Whether an account has labels whose ids another account issued, as after loading a snapshot of that account. */
function hasForeignLabels({ state, random }: Context): boolean {
  for (const id of state.labels.keys()) if (readIdTag(id) !== random.idTag) return true
  return false
}

function readIdTag(labelId: string): string {
  return labelId.slice('lbl_'.length, 'lbl_'.length + idTagLength)
}
