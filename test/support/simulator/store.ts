import {
  type Entry,
  isAccountRemoval,
  type RecordEntry,
  type Store,
} from '../../../src/simulator/storage/journal.ts'

/** A store for tests: its records are in maps, and tests change them by hand. */
export class TestStore implements Store {
  readonly #records = new Map<string, RecordEntry>()
  #changed = new Map<string, Entry>()

  put(
    id: string,
    value: unknown = { id },
    options: { readonly account?: string; readonly collection?: string } = {},
  ) {
    this.#change({ account: 'default', collection: 'labels', id, ...options, json: JSON.stringify(value) })
  }

  remove(id: string): void {
    this.#change({ account: 'default', collection: 'labels', id, json: null })
  }

  drain(): readonly Entry[] {
    const drained = [...this.#changed.values()]
    this.#changed = new Map()
    return drained
  }

  get size(): number {
    return this.#records.size
  }

  listRecords(): readonly RecordEntry[] {
    return [...this.#records.values()]
  }

  restore(entry: Entry): void {
    if (!isAccountRemoval(entry) && entry.json !== null) JSON.parse(entry.json)
    this.#apply(entry)
  }

  change(entry: Entry): void {
    this.#change(entry)
  }

  ids(): readonly string[] {
    return this.listRecords().map(({ id }) => id)
  }

  #change(entry: Entry): void {
    this.#changed.delete(createEntryKey(entry))
    this.#changed.set(createEntryKey(entry), entry)
    this.#apply(entry)
  }

  #apply(entry: Entry): void {
    if (isAccountRemoval(entry)) {
      for (const [key, { account }] of this.#records) if (account === entry.account) this.#records.delete(key)
    } else if (entry.json === null) this.#records.delete(createEntryKey(entry))
    else this.#records.set(createEntryKey(entry), entry)
  }
}

function createEntryKey(entry: Entry): string {
  return JSON.stringify(
    isAccountRemoval(entry) ? [entry.account] : [entry.account, entry.collection, entry.id],
  )
}
