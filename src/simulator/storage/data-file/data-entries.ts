import { createAccountRemoval, type Entry, isAccountRemoval } from '../journal.ts'

const open = 0x5b
const close = 0x5d
const comma = 0x2c
const separator = 0x09

/**
 * Encodes entries as the payload of a line: a JSON array of `[account, collection, id, record]`, without the record if
 * the record is deleted, or `[account]` if a whole account is deleted. A tab separates entries, and each record from
 * its id. Tabs between JSON tokens are replaced by spaces and none can occur elsewhere in JSON text, so records can be
 * cut out without being parsed.
 */
export function encodeEntries(entries: readonly Entry[]): string {
  return `[${entries.map(encodeEntry).join(',\t')}]`
}

/**
 * Returns the entries of a payload; undefined if its shape is wrong. The reader of a record checks whether
 * its text is JSON.
 */
export function decodeEntries(payload: Buffer): readonly Entry[] | undefined {
  const end = payload.length - 1
  if (payload[0] !== open || payload[1] !== open || payload[end - 1] !== close || payload[end] !== close)
    return undefined
  const entries: Entry[] = []
  for (let from = 1; from <= end; ) {
    const names = readEntryText(payload, from)
    const record = names?.isClosed === false ? readEntryText(payload, names.next) : undefined
    if (names === undefined || (record ?? names).isClosed === false) return undefined
    const entry = createEntry(decodeNames(names.text), record?.text ?? null)
    if (entry === undefined) return undefined
    entries.push(entry)
    from = (record ?? names).next
  }
  return entries
}

/**
 * Cuts out the names or the record that begin at an index. The text ends at the comma before the next tab, or at the
 * last bracket of the payload. A bracket that closes the entry is left out. Bytes are cut, because a part of a long
 * string would keep the whole string in memory.
 */
function readEntryText(payload: Buffer, from: number) {
  const tab = payload.indexOf(separator, from)
  if (tab !== -1 && payload[tab - 1] !== comma) return undefined
  const to = (tab === -1 ? payload.length : tab) - 1
  const isClosed = payload[to - 1] === close
  return {
    text: payload.toString('utf8', from, isClosed ? to - 1 : to),
    isClosed,
    next: to + (tab === -1 ? 1 : 2),
  }
}

function encodeEntry(entry: Entry): string {
  if (isAccountRemoval(entry)) return `[${JSON.stringify(entry.account)}]`
  const { account, collection, id, json } = entry
  const names = `[${JSON.stringify(account)},${JSON.stringify(collection)},${JSON.stringify(id)}`
  return json === null ? `${names}]` : `${names},\t${putJsonOnOneLine(json)}]`
}

/**
 * Replaces tabs and newlines between JSON tokens, which would look like separators. Inside a JSON string they are
 * always escaped.
 */
function putJsonOnOneLine(json: string): string {
  return /[\t\n\r]/.test(json) ? json.replace(/[\t\n\r]/g, ' ') : json
}

/**
 * Returns the names in a text such as `["account","collection","id"`, which lacks its closing bracket; an empty list
 * for any other text.
 */
function decodeNames(text: string): readonly string[] {
  let names: unknown
  try {
    names = JSON.parse(`${text}]`)
  } catch {
    return []
  }
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : []
}

function createEntry(names: readonly string[], json: string | null): Entry | undefined {
  const [account = '', collection = '', id = ''] = names
  // The first versions wrote a star as the collection of a deleted account; no collection has that name.
  const isGone = names.length === 1 || (names.length === 3 && collection === '*')
  if (isGone) return json === null ? createAccountRemoval(account) : undefined
  return names.length === 3 && json !== '' ? { account, collection, id, json } : undefined
}
