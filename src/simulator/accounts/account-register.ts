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

/** A request's key and the account it belongs to. */
export interface KeyHolder {
  readonly context: Context
  readonly key: KeyRecord
}

interface RegisterOptions {
  /** The records that belong to no account. */
  readonly records: SimulatorRecords
  readonly settings: Settings
  /** How the default account's clock starts. */
  readonly clock: InitialClock | undefined
  /** Adds the options of this start to the default account. Runs at each start and each reset. */
  readonly setUp: ((account: Context) => void) | undefined
  readonly changed: (account: string, collection: string, id: string, weight: ChangeWeight) => void
  /** Called when an account has been emptied, so that its earlier changes need no writing. */
  readonly emptied: (account: string) => void
  /** Called when an account was created, reset or restored. */
  readonly opened: (context: Context) => void
  /** Called when an account has been emptied and filled with the records of another context. */
  readonly replaced: (before: Context, after: Context) => void
  /** Receives a message for the operator of the simulator. */
  readonly notice: (text: string) => void
  readonly run: Parameters<typeof createContext>[0]['run']
  readonly failed: Parameters<typeof createContext>[0]['failed']
}

/** The replacement of an account's records. */
interface Replacement {
  readonly seed: string
  /** Puts the records into a context that is not visible yet. */
  fill(context: Context): Generator<void>
  /** Puts the values that depend on the replaced records. */
  complete(context: Context, before: Context): void
}

const realtime: InitialClock = { mode: 'realtime', rate: 1, nowMs: null }

/**
 * All accounts, and every step in the life of one:
 *
 *     create:           open → furnish
 *     reset:    close → open → furnish
 *     replace:  make → fill from a snapshot → resume → close → enter → activate
 *     restore:          open → load from the data file → activate → resume
 *     delete:   close
 */
export class AccountRegister {
  readonly #options: RegisterOptions
  readonly #contexts = new Map<string, Context>()
  readonly #keys = new KeyIndex()
  readonly #requestCounts = new Map<string, RequestCounts>()
  readonly #sparePages = new SparePages()
  readonly #idsByTag = new Map<string, Set<string>>()
  /** Accounts with labels whose ids another account issued; a snapshot brought these. */
  readonly #withOthersLabels = new Set<string>()

  constructor(options: RegisterOptions) {
    this.#options = options
  }

  /** Resumes all restored accounts, and creates the default account if it is missing. */
  begin(seed: string): void {
    for (const record of this.#options.records.accounts.values()) {
      this.#keys.reserveFor(record.id, listFirstKeyValues(record))
    }
    for (const context of this.#contexts.values()) {
      this.#dropDuplicateKeys(context)
      this.#activate(context, hasOthersLabels(context))
      this.#options.opened(context)
      for (const _ of resumeTasks(context)) {
        // No caller waits for this write yet.
      }
    }
    if (!this.#contexts.has(defaultAccountId)) {
      this.create({ id: defaultAccountId, seed, clock: this.#options.clock })
    }
    this.#options.setUp?.(this.get(defaultAccountId))
  }

  /** Names a record that every account needs and a restored one lacks; undefined when all are complete. */
  findMissingRecord(): string | undefined {
    for (const { id, state } of this.#contexts.values()) {
      const absent = ['clock', 'wallet', 'webhook'].find((name) => state.collection(name)?.size !== 1)
      if (absent !== undefined) return `account ${id} in it has no ${absent}`
    }
    return undefined
  }

  /** Creates an account. Throws CONTROL.ACCOUNT.EXISTS for an id in use. */
  create(account: {
    readonly id: string
    readonly seed: string
    readonly clock: InitialClock | undefined
    readonly keyPrefix?: string | undefined
  }): Context {
    const { id, seed, clock = realtime, keyPrefix } = account
    if (this.#contexts.has(id)) fail('CONTROL.ACCOUNT.EXISTS')
    return this.#furnish({ id, seed, clock, ...(keyPrefix !== undefined && { keyPrefix }) })
  }

  /** Returns the account with this id. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  get(id: string): Context {
    return this.#contexts.get(id) ?? fail('CONTROL.ACCOUNT.NOT_FOUND')
  }

  find(id: string): Context | undefined {
    return this.#contexts.get(id)
  }

  all(): Context[] {
    return [...this.#contexts.values()]
  }

  /**
   * Deletes an account. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id, VALIDATION.FIELD.INVALID for the
   * default account.
   */
  delete(id: string): void {
    const context = this.get(id)
    if (id === defaultAccountId) {
      fail('VALIDATION.FIELD.INVALID', {
        message: 'The default account stays; reset it instead.',
        extras: { field: 'id' },
      })
    }
    this.#emptyState(context)
    this.#keys.release(id, listFirstKeyValues(this.#recordOf(id)))
    this.#options.records.accounts.delete(id)
  }

  /**
   * Recreates the account as it was created, with the same keys; all else is removed, also a loaded snapshot.
   * The default account gets the options of this start, even if an earlier start's data file holds it.
   */
  reset(id: string): Context {
    this.#emptyState(this.get(id))
    const { loadedSeed: _, ...record } = this.#recordOf(id)
    if (id !== defaultAccountId) return this.#furnish(record)
    const context = this.#furnish(record, this.#options.clock)
    this.#options.setUp?.(context)
    return context
  }

  /**
   * Replaces all records of an account, and schedules their pending work. All but the last step works on
   * records that are not visible yet.
   */
  *replace(id: string, { seed, fill, complete }: Replacement): Generator<void, Context> {
    const context = this.#createHiddenContext({ ...this.#recordOf(id), loadedSeed: seed })
    context.timeline.hold()
    yield* fill(context)
    yield* resumeTasks(context)
    const isWithOthersLabels = hasOthersLabels(context)
    yield
    const before = this.get(id)
    complete(context, before)
    this.#emptyState(before)
    this.#options.records.accounts.set(id, { ...this.#recordOf(id), loadedSeed: seed })
    this.#makeReachable(context)
    this.#options.replaced(before, context)
    this.#activate(context, isWithOthersLabels)
    context.timeline.release()
    return context
  }

  /**
   * Used while a data file is read: opens an empty context if the account is on record, and closes the
   * account if it is not.
   */
  restore(id: string): void {
    const context = this.#contexts.get(id)
    if (context !== undefined) this.#close(context)
    const record = this.#options.records.accounts.get(id)
    if (record !== undefined) this.#openEmpty(record)
  }

  /** Returns the first digits of each new key of an account; undefined if all are drawn. */
  findKeyPrefix(id: string): string | undefined {
    return this.#recordOf(id).keyPrefix
  }

  /** Stores a key; from now on requests may use it. */
  addKey(context: Context, key: KeyRecord): void {
    context.state.keys.set(key.id, key)
    this.#keys.add(context.id, key)
  }

  /** Returns the account and record of a key value; undefined for an unknown value. */
  findKey(value: string): KeyHolder | undefined {
    const place = this.#keys.find(value)
    const context = place && this.#contexts.get(place.account)
    const key = place && context?.state.keys.get(place.keyId)
    return context === undefined || key === undefined ? undefined : { context, key }
  }

  /** Whether a key value belongs to another account, or is reserved for one. */
  isOthersKey(value: string, account: string): boolean {
    return this.#keys.isOthers(value, account)
  }

  /** Whether no account has the key value, and no reset can bring it back. */
  isFreeKey(value: string): boolean {
    return this.#keys.isFree(value)
  }

  /** Whether the digits are those of a key or of a signing secret of any account, without its prefix. */
  isSecretPart(digits: string): boolean {
    if (environments.some((environment) => this.#keys.find(`pr_${environment}_${digits}`) !== undefined))
      return true
    const secret = `whsec_${digits}`
    for (const { state } of this.#contexts.values())
      if (state.webhook.get().signingSecret === secret) return true
    return false
  }

  /**
   * Returns the account that has a label. The account that issued the id comes before one that has it from a
   * snapshot.
   */
  findByLabel(labelId: string): Context | undefined {
    const givenOutBy = this.#idsByTag.get(readIdTag(labelId)) ?? []
    for (const ids of [givenOutBy, this.#withOthersLabels]) {
      for (const id of ids) {
        const context = this.#contexts.get(id)
        if (context?.state.labels.has(labelId)) return context
      }
    }
    return undefined
  }

  #recordOf(id: string): AccountRecord {
    return this.#options.records.accounts.get(id) ?? fail('CONTROL.ACCOUNT.NOT_FOUND')
  }

  #openEmpty(record: AccountRecord): Context {
    const context = this.#createHiddenContext(record)
    this.#makeReachable(context)
    return context
  }

  /** Makes the account available under its id. */
  #makeReachable(context: Context): void {
    this.#contexts.set(context.id, context)
    const tag = context.random.idTag
    this.#idsByTag.set(tag, (this.#idsByTag.get(tag) ?? new Set()).add(context.id))
  }

  /** Opens an empty context for an account, in which nothing is due yet. */
  #createHiddenContext(record: AccountRecord): Context {
    const { settings, changed, run, failed } = this.#options
    const requests = this.#requestCounts.get(record.id) ?? { service: 0, other: 0 }
    this.#requestCounts.set(record.id, requests)
    const context: Context = createContext({
      id: record.id,
      seed: record.loadedSeed ?? record.seed,
      settings,
      requests,
      sparePages: this.#sparePages,
      isLabelTaken: (labelId) => this.findByLabel(labelId) !== undefined,
      changed: (collection, id, weight) => {
        // Ignores a context that is still being filled, and an old one: after a reset or a deletion, a
        // request or an advance may still be running on it.
        if (this.#contexts.get(record.id) === context) changed(record.id, collection, id, weight)
      },
      run,
      failed,
    })
    return context
  }

  /** Fills a new account, or one that was reset, with its original keys. */
  #furnish(record: AccountRecord, clock = record.clock): Context {
    const { id, keys: first } = record
    const isFreeKeyValue = (value: string) =>
      first === undefined ? !this.isOthersKey(value, id) : first.includes(value)
    const context = this.#openEmpty(record)
    const keys = fillAccount(context, { ...record, clock }, isFreeKeyValue)
    for (const key of keys) this.#keys.add(id, key)
    this.#options.opened(context)
    const values = keys.map(({ value }) => value)
    this.#keys.reserveFor(id, values)
    this.#options.records.accounts.set(id, id === defaultAccountId ? record : { ...record, keys: values })
    return context
  }

  /** Earlier versions could give one key twice: in a file of theirs the first account has it, and under its last id. */
  #dropDuplicateKeys({ id, state }: Context): void {
    const values = new Set<string>()
    let dropped = 0
    for (const key of [...state.keys.values()].reverse()) {
      const isDouble = values.has(key.value) || this.#keys.isOthers(key.value, id)
      values.add(key.value)
      if (isDouble && state.keys.delete(key.id)) dropped += 1
    }
    if (dropped > 0)
      this.#options.notice(
        `account ${id} lost ${dropped} of its keys: an earlier version stored them twice, and a key can open only one account. Create others (drydock keys create --account ${id}), or reset the account.`,
      )
  }

  /** Makes the keys of an account valid and its labels available. */
  #activate(context: Context, isWithOthersLabels: boolean): void {
    for (const key of context.state.keys.values()) this.#keys.add(context.id, key)
    if (isWithOthersLabels) this.#withOthersLabels.add(context.id)
  }

  #emptyState(context: Context): void {
    this.#close(context)
    this.#options.emptied(context.id)
  }

  /** Stops the account's work and invalidates its keys. */
  #close(context: Context): void {
    context.timeline.stop()
    context.requestLog.clear()
    this.#keys.removeAll(context)
    this.#idsByTag.get(context.random.idTag)?.delete(context.id)
    this.#withOthersLabels.delete(context.id)
    this.#contexts.delete(context.id)
  }
}

function hasOthersLabels({ state, random }: Context): boolean {
  for (const id of state.labels.keys()) if (readIdTag(id) !== random.idTag) return true
  return false
}

function readIdTag(labelId: string): string {
  return labelId.slice('lbl_'.length, 'lbl_'.length + idTagLength)
}
