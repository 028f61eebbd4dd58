import { RecentValues } from './recent-values.ts'

/** Told of each record that changed. */
export type ChangeListener = (collection: string, id: string, weight: ChangeWeight) => void

/** A `soft` change is one that no answer promises (a limit window): kept with the next commit, never waited for. */
export type ChangeWeight = 'hard' | 'soft'

/** How a collection holds its records in memory. */
interface Codec<T, Held> {
  hold(value: T): Held
  /** The same for a value whose JSON text was made before. */
  holdMade(value: T, json: string): Held
  /** The same for a value that was read from this JSON text, a part of a longer one. */
  holdRead(value: T, json: string): Held
  read(held: Held): T
  toJson(held: Held): string
}

/**
 * Records of one kind by id, in the order they came. Values are replaced, never mutated.
 * A `Map`, so that an id such as `__proto__` finds nothing.
 */
export class Collection<T, Held = unknown> {
  readonly name: string
  readonly #records = new Map<string, Held>()
  readonly #codec: Codec<T, Held>
  readonly #changed: ChangeListener
  readonly #weight: ChangeWeight

  constructor(options: {
    readonly name: string
    readonly codec: Codec<T, Held>
    readonly changed: ChangeListener
    readonly weight: ChangeWeight
  }) {
    this.name = options.name
    this.#codec = options.codec
    this.#changed = options.changed
    this.#weight = options.weight
  }

  get size(): number {
    return this.#records.size
  }

  get(id: string): T | undefined {
    const held = this.#records.get(id)
    return held === undefined ? undefined : this.#codec.read(held)
  }

  has(id: string): boolean {
    return this.#records.has(id)
  }

  set(id: string, value: T): void {
    this.#records.set(id, this.#codec.hold(value))
    this.#changed(this.name, id, this.#weight)
  }

  /** As `set` does, but quicker: the value's JSON text is there already. */
  put(id: string, { value, json }: { readonly value: T; readonly json: string }): void {
    this.#records.set(id, this.#codec.holdMade(value, json))
    this.#changed(this.name, id, this.#weight)
  }

  delete(id: string): boolean {
    const existed = this.#records.delete(id)
    if (existed) this.#changed(this.name, id, this.#weight)
    return existed
  }

  keys(): IterableIterator<string> {
    return this.#records.keys()
  }

  *values(): IterableIterator<T> {
    for (const held of this.#records.values()) yield this.#codec.read(held)
  }

  clear(): void {
    for (const id of this.#records.keys()) this.#changed(this.name, id, this.#weight)
    this.#records.clear()
  }

  /** The record as the journal writes it; null once it is gone. */
  toJson(id: string): string | null {
    const held = this.#records.get(id)
    return held === undefined ? null : this.#codec.toJson(held)
  }

  /** Takes a record back from a file, as what it reads and as its text, or that it was gone, without reporting a change. */
  load(id: string, read: { readonly value: T; readonly json: string } | undefined): void {
    if (read === undefined) this.#records.delete(id)
    else this.#records.set(id, this.#codec.holdRead(read.value, read.json))
  }
}

/** Records held as they are: for what is few and read on every request. */
export function liveCollection<T>(
  name: string,
  changed: ChangeListener,
  weight: ChangeWeight = 'hard',
): Collection<T, T> {
  return new Collection<T, T>({
    name,
    changed,
    weight,
    codec: {
      hold: (value) => value,
      holdMade: (value) => value,
      holdRead: (value) => value,
      read: (held) => held,
      toJson: (held) => JSON.stringify(held),
    },
  })
}

/**
 * Records held as the JSON text the journal writes: a third of the memory of live objects, and no aliasing.
 * For what grows with use (labels, quotes, deliveries); reading one parses it.
 */
export function packedCollection<T>(name: string, changed: ChangeListener): Collection<T, string> {
  return new Collection<T, string>({
    name,
    changed,
    weight: 'hard',
    codec: {
      hold: (value) => JSON.stringify(value),
      holdMade: (_, json) => json,
      holdRead,
      read: (held) => JSON.parse(held),
      toJson: (held) => held,
    },
  })
}

/**
 * As packed, but the values last put in or read stay at hand as they are: for what is read soon after it came, as a quote
 * is by the purchase that follows it.
 */
export function recentCollection<T>(name: string, changed: ChangeListener): Collection<T, string> {
  const recent = new RecentValues<T>(valuesAtHand)
  const keep = (text: string, value: T): T => {
    recent.keep(text, value)
    return value
  }
  return new Collection<T, string>({
    name,
    changed,
    weight: 'hard',
    codec: {
      hold: (value) => {
        const text = JSON.stringify(value)
        keep(text, value)
        return text
      },
      holdMade: (_, json) => json,
      holdRead,
      read: (held) => recent.get(held) ?? keep(held, JSON.parse(held)),
      toJson: (held) => held,
    },
  })
}

/**
 * What is held as text stays the text it was: to write it once more took long, and its schemas change nothing. A copy, as the
 * text is a part of a line that would otherwise stay in memory as a whole.
 */
const holdRead = (_: unknown, json: string): string => Buffer.from(json).toString()

const valuesAtHand = 64
