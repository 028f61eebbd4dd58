import { JsonRows, JsonText } from '../json-pieces.ts'

/** More rows than these are made while they are written: others have their turn in between. */
const rowsAtOnce = 200

/** A list as it is written: its rows are made on the way, and whether it goes on is known at its end. */
export type ListedRows<Body> = {
  readonly [Name in keyof Body]: Body[Name] extends readonly (infer Row)[] ? JsonRows<Row> : JsonText
}

/** The body of a list; without a limit nothing is left out, and nothing to be said of it. */
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
  /** Whether some were left out, known once all others were made. */
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

/** The same rows, the first of them made already: a list of usual length is of one moment. */
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
