import { type JsonMembers, JsonRows, JsonText } from '../http/json-pieces.ts'

/**
 * The number of rows that are made before the response begins. Later rows are made while the response is written, so
 * that other requests run in between.
 */
const rowsAtOnce = 200

/** The body of a list whose rows are made while it is written. `has_more` is known once the last row is made. */
export type ListedRows<Body> = {
  readonly [Name in keyof Body]: Body[Name] extends readonly (infer Row)[]
    ? JsonRows<Row>
    : string extends keyof Body[Name]
      ? Readonly<Record<string, JsonMembers>>
      : JsonText | Body[Name]
}

/**
 * Returns the body of a list. With a `limit`, the list has at most that many rows, and the body also has `has_more`. Skips
 * undefined rows.
 */
export function createListBody<const Name extends string, Row>(
  name: Name,
  rows: Iterable<Row | undefined>,
  limit: number | undefined,
): { readonly [Each in Name]: JsonRows<Row> } & { readonly has_more?: JsonText } {
  const chosen = new LimitedRows(rows, limit)
  const list: { [Each in Name]?: JsonRows<Row> } = {}
  return Object.assign(
    list,
    { [name]: new JsonRows(makeFirstRows(chosen.rows())) },
    limit !== undefined && { has_more: new JsonText(() => String(chosen.hasMore)) },
  )
}

class LimitedRows<Row> {
  /** Whether the limit left out rows; final once the last row has been made. */
  hasMore = false
  readonly #rows: Iterable<Row | undefined>
  readonly #limit: number | undefined

  constructor(rows: Iterable<Row | undefined>, limit: number | undefined) {
    this.#rows = rows
    this.#limit = limit
  }

  *rows(): Generator<Row | undefined> {
    let count = 0
    for (const row of this.#rows) {
      this.hasMore = row !== undefined && count === this.#limit
      if (this.hasMore) return
      yield row
      if (row !== undefined) count += 1
    }
  }
}

/** Makes the first rows now, so that all rows of a list of ordinary length show the state at one instant. */
function makeFirstRows<Row>(rows: Generator<Row | undefined>): Iterable<Row | undefined> {
  const first: (Row | undefined)[] = []
  while (first.length < rowsAtOnce) {
    const { done, value } = rows.next()
    if (done === true) return first
    first.push(value)
  }
  return concatenateRows(first, rows)
}

function* concatenateRows<Row>(first: Iterable<Row>, rest: Iterable<Row>): Generator<Row> {
  yield* first
  yield* rest
}
