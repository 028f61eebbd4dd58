import { JsonRows, JsonText } from '../json-pieces.ts'

/** More rows than these are made while they are written: others have their turn in between. */
const rowsAtOnce = 200

/** The body of a list; without a limit nothing is left out, and nothing to be said of it. */
export function listBody(name: string, rows: Iterable<unknown>, limit: number | undefined) {
  const chosen = new LimitedRows(rows, limit)
  return {
    [name]: new JsonRows(begun(chosen.rows())),
    ...(limit !== undefined && { has_more: new JsonText(() => String(chosen.hasMore)) }),
  }
}

class LimitedRows {
  /** Whether some were left out, known once all others were made. */
  hasMore = false
  readonly #rows: Iterable<unknown>
  readonly #limit: number | undefined

  constructor(rows: Iterable<unknown>, limit: number | undefined) {
    this.#rows = rows
    this.#limit = limit
  }

  *rows(): Generator<unknown> {
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
function begun(rows: Generator<unknown>): Iterable<unknown> {
  const first: unknown[] = []
  while (first.length < rowsAtOnce) {
    const { done, value } = rows.next()
    if (done === true) return first
    first.push(value)
  }
  return followed(first, rows)
}

function* followed(first: Iterable<unknown>, rest: Iterable<unknown>): Generator<unknown> {
  yield* first
  yield* rest
}
