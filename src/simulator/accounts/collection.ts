import { RecentValues } from './recent-values.ts'

/** Called for each record that changes. */
export type ChangeListener = (collection: string, id: string, weight: ChangeWeight) => void

/**
 * How urgently a change is stored. No response waits for a `soft` change (a rate limit window): it is written with the
 * next `hard` one.
 */
export type ChangeWeight = 'hard' | 'soft'

/** The format in which a collection holds its records in memory. */
interface Codec<T, Held> {
  /** Converts a value to the format in memory. */
  encode(value: T, id: string): Held
  /** Converts a value like `encode`, but from its JSON text. Calls `value` only if the format needs the value. */
  encodeText(json: string, value: () => T): Held
  decode(held: Held, id: string): T
  toJson(held: Held): string
}

/**
 * Keeps the records of one kind by id, in insertion order. Values are replaced, never changed in place. It uses a `Map`,
 * so that an id such as `__proto__` is safe.
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
    return held === undefined ? undefined : this.#codec.decode(held, id)
  }

  has(id: string): boolean {
    return this.#records.has(id)
  }

  set(id: string, value: T): void {
    this.#records.set(id, this.#codec.encode(value, id))
    this.#changed(this.name, id, this.#weight)
  }

  /** Stores a record like `set`, but faster, because the JSON text of the value is known. */
  setWithJson(id: string, { value, json }: { readonly value: T; readonly json: string }): void {
    this.#records.set(
      id,
      this.#codec.encodeText(json, () => value),
    )
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
    for (const [id, held] of this.#records) yield this.#codec.decode(held, id)
  }

  clear(): void {
    for (const id of this.#records.keys()) this.#changed(this.name, id, this.#weight)
    this.#records.clear()
  }

  /**
   * Copies the records as they are now, and yields each id with the JSON text that the journal writes. The copy takes
   * little time, because each text is made only when it is read.
   */
  copy(): Iterable<readonly [id: string, json: string]> {
    return toJsonTexts([...this.#records.keys()], [...this.#records.values()], this.#codec)
  }

  /** Returns a record as the JSON text that the journal writes; null for a missing record. */
  toJson(id: string): string | null {
    const held = this.#records.get(id)
    return held === undefined ? null : this.#codec.toJson(held)
  }

  /**
   * Stores a record of the data file, or deletes it for null, without reporting a change. `value` returns the parsed text;
   * packed collections do not call it.
   */
  load(id: string, json: string | null, value: () => T): void {
    if (json === null) this.#records.delete(id)
    else this.#records.set(id, this.#codec.encodeText(json, value))
  }
}

function* toJsonTexts<T, Held>(
  ids: readonly string[],
  held: readonly Held[],
  codec: Codec<T, Held>,
): Generator<readonly [id: string, json: string]> {
  for (const [index, record] of held.entries()) yield [ids[index] ?? '', codec.toJson(record)]
}

/** Creates a collection that keeps records as objects: for few records that every request reads. */
export function createObjectCollection<T>(
  name: string,
  changed: ChangeListener,
  weight: ChangeWeight = 'hard',
): Collection<T, T> {
  return new Collection<T, T>({
    name,
    changed,
    weight,
    codec: {
      encode: (value) => value,
      encodeText: (_, value) => value(),
      decode: (held) => held,
      toJson: (held) => JSON.stringify(held),
    },
  })
}

/**
 * Creates a collection that keeps records as the JSON text that the journal writes: it takes a third of the memory of
 * objects. For kinds with many records (labels, deliveries). Each read parses the text and returns a new object.
 */
export function createPackedCollection<T>(name: string, changed: ChangeListener): Collection<T, string> {
  return new Collection<T, string>({
    name,
    changed,
    weight: 'hard',
    codec: {
      encode: (value) => joinTextParts(JSON.stringify(value)),
      encodeText: joinTextParts,
      decode: (held) => JSON.parse(held),
      toJson: (held) => held,
    },
  })
}

/**
 * Creates a collection that keeps records as JSON text, and the latest ones also as objects. For records that are read
 * soon after they were written, as a purchase reads the quote of its rate.
 */
export function createRecentCollection<T>(name: string, changed: ChangeListener): Collection<T, string> {
  const recent = new RecentValues<T>(maxRecentValues)
  return new Collection<T, string>({
    name,
    changed,
    weight: 'hard',
    codec: {
      encode: (value, id) => {
        const text = joinTextParts(JSON.stringify(value))
        recent.keep(id, text, value)
        return text
      },
      encodeText: joinTextParts,
      decode: (held, id) => recent.get(id, held) ?? recent.keep(id, held, JSON.parse(held)),
      toJson: (held) => held,
    },
  })
}

/**
 * Joins the parts of a text in memory, and returns the same text. V8 keeps the result of `JSON.stringify` as a tree of
 * parts, which takes three times the memory. V8 joins the parts when a character is read.
 */
function joinTextParts(text: string): string {
  text.charCodeAt(0)
  return text
}

const maxRecentValues = 64
