import { type BoundedList, LargeJsonReader } from './large-json.ts'

/** A JSON object with a long list in it. */
export interface ListBody {
  /** The JSON object, with an empty list in place of the long list. */
  readonly rest: unknown
  readonly items: readonly unknown[]
}

/**
 * Reads a JSON object as `JSON.parse` would, but one named list in steps, while it arrives. It refuses the
 * body as soon as the list is too long, without reading the rest. Otherwise every part is parsed; an invalid
 * part makes the whole body invalid.
 */
export class ListBodyReader {
  readonly #name: string
  readonly #reader: LargeJsonReader

  constructor(list: BoundedList, groupBytes?: number) {
    this.#name = list.name
    this.#reader = new LargeJsonReader({
      cutDepth: 2,
      bounded: list,
      ...(groupBytes === undefined ? {} : { groupBytes }),
    })
  }

  /**
   * Takes the next bytes of the body; the caller must not change them afterwards. Throws VALIDATION.FIELD.INVALID, or
   * the error of a list that is too long.
   */
  write(bytes: Uint8Array): void {
    this.#reader.write(bytes)
  }

  /** Reads the whole body, in steps. Throws VALIDATION.FIELD.INVALID. */
  *read(): Generator<void, ListBody> {
    const { value, containers } = this.#reader.end()
    const list: unknown = Reflect.get(value, this.#name)
    const items: unknown[] = []
    const others = new Map<unknown, unknown>()
    for (const members of containers) {
      if (members !== list || !members.isList) {
        others.set(members, members.collect())
        yield
        continue
      }
      others.set(members, [])
      for (const [, item] of members.entries()) {
        items.push(item)
        yield
      }
    }
    const rest = Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, others.get(member) ?? member]),
    )
    return { rest, items }
  }
}
