/** A value whose JSON text is given: as text, or as a function that is called when the text is needed. */
export class JsonText {
  readonly #text: string | (() => string)

  constructor(text: string | (() => string)) {
    this.#text = text
  }

  get text(): string {
    return typeof this.#text === 'string' ? this.#text : this.#text()
  }
}

/** A list whose rows are made one by one while it is written. An undefined row is left out. */
export class JsonRows<Row = unknown> {
  readonly rows: Iterable<Row | undefined>

  constructor(rows: Iterable<Row | undefined>) {
    this.rows = rows
  }
}

/** An object whose members (name and JSON text of each) are read one by one while it is written. */
export class JsonMembers {
  readonly members: Iterable<readonly [name: string, json: string]>

  constructor(members: Iterable<readonly [name: string, json: string]>) {
    this.members = members
  }
}

/** A JSON text in parts, which are read one by one while it is written. */
export class JsonTexts {
  readonly texts: Iterable<string>

  constructor(texts: Iterable<string>) {
    this.texts = texts
  }
}

const pieceCharacters = 64 * 1024
/** The real time after which a piece of text ends, however short it is. */
const pieceMs = 10
/** A value with more members than this is written member by member. */
const fewMembers = 50
const longList = 1_000
const rowsAtOnce = 100

/**
 * Yields the same JSON text as `JSON.stringify`, in pieces that are short and quick to make. The value must not change
 * until the last piece.
 */
export function* writeJsonPieces(value: unknown): Generator<string, void> {
  let piece = ''
  let sinceMs = performance.now()
  for (const text of writeValue(value)) {
    piece += text
    if (piece.length < pieceCharacters && performance.now() - sinceMs < pieceMs) continue
    yield piece
    piece = ''
    sinceMs = performance.now()
  }
  if (piece !== '') yield piece
}

function* writeValue(value: unknown): Generator<string> {
  if (value instanceof JsonText) {
    yield value.text
  } else if (value instanceof JsonTexts) {
    yield* value.texts
  } else if (value instanceof JsonRows) {
    yield* writeLazyRows(value.rows)
  } else if (value instanceof JsonMembers) {
    yield* writeLazyMembers(value.members)
  } else if (Array.isArray(value)) {
    if (value.length > longList) yield* writeLongList(value)
    else
      yield* writeMembers(
        value.map((member) => ['', member]),
        { open: '[', close: ']' },
      )
  } else if (typeof value === 'object' && value !== null && isLargeObject(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]): readonly [string, unknown] => [`${JSON.stringify(name)}:`, member])
    yield* writeMembers(members, { open: '{', close: '}' })
  } else {
    yield JSON.stringify(value) ?? 'null'
  }
}

function* writeLazyRows(rows: Iterable<unknown>): Generator<string> {
  let before = '['
  for (const row of rows) {
    // Yields an empty text for a row that is left out. If many rows in succession are left out, other work can so run in
    // between.
    yield row === undefined ? '' : before + JSON.stringify(row)
    if (row !== undefined) before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function* writeLazyMembers(members: JsonMembers['members']): Generator<string> {
  let before = '{'
  for (const [name, json] of members) {
    yield `${before}${JSON.stringify(name)}:${json}`
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Writes a long list, whose rows are short. Writes many rows at a time, which is faster. */
function* writeLongList(rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    // `slice` cuts off the brackets around the rows.
    const part = JSON.stringify(rows.slice(at, at + rowsAtOnce)).slice(1, -1)
    yield (at === 0 ? '[' : ',') + part
  }
  yield ']'
}

function* writeMembers(
  members: readonly (readonly [string, unknown])[],
  { open, close }: { readonly open: string; readonly close: string },
): Generator<string> {
  let before = open
  for (const [name, member] of members) {
    yield before + name
    yield* writeValue(member)
    before = ','
  }
  yield members.length === 0 ? open + close : close
}

/** Whether an object, or an object inside it, has many members or members that are made while they are written. */
function isLargeObject(value: object): boolean {
  const members = Object.values(value)
  return (
    members.length > fewMembers ||
    members.some(
      (member) =>
        member instanceof JsonText ||
        member instanceof JsonRows ||
        member instanceof JsonMembers ||
        (typeof member === 'object' && member !== null && isLargeObject(member)),
    )
  )
}
