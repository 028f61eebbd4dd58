import { JsonRows, JsonText } from '../json-pieces.ts'

/** Further rows are made while the response is written, so that other requests get their turn. */
const rowsAtOnce = 200

/** A list whose rows are made while it is written; only then is it known whether more follow. */
export type ListedRows<Body> = {
  readonly [Name in keyof Body]: Body[Name] extends readonly (infer Row)[] ? JsonRows<Row> : JsonText
}

/** The body of a list. Without a limit it has all rows, and no `has_more`. */
export function listBody<const Name extends string, Row>(
  name: Name,
  rows: Iterable<Row>,
  limit: number | undefined,
): { readonly [Each in Name]: JsonRows<Row> } & { readonly has_more?: JsonText } {
  const chosen = new LimitedRows(rows, limit)
  const list: { [Each in Name]?: JsonRows<Row> } = {}
  return Object.assign(
    list,
    { [name]: new JsonRows(begun(chosen.rows())) },
    limit !== undefined && { has_more: new JsonText(() => String(chosen.hasMore)) },
  )
}

class LimitedRows<Row> {
  /** Whether rows were left out; known once all others were made. */
  hasMore = false
  readonly #rows: Iterable<Row>
  readonly #limit: number | undefined

  constructor(rows: Iterable<Row>, limit: number | undefined) {
    this.#rows = rows
    this.#limit = limit
  }

  *rows(): Generator<Row> {
    let count = 0
    for (const row of this.#rows) {
      this.hasMore = count === this.#limit
      if (this.hasMore) return
      yield row
      count += 1
    }
  }
}

/** The same rows with the first ones made at once, so that a list of ordinary length shows a single moment. */
function begun<Row>(rows: Generator<Row>): Iterable<Row> {
  const first: Row[] = []
  while (first.length < rowsAtOnce) {
    const { done, value } = rows.next()
    if (done === true) return first
    first.push(value)
  }
  return followed(first, rows)
}

function* followed<Row>(first: Iterable<Row>, rest: Iterable<Row>): Generator<Row> {
  yield* first
  yield* rest
}
