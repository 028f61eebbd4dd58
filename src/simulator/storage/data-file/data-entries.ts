import { accountGone, type Entry, isAccountGone } from '../journal.ts'

/**
 * Entries as the payload of a line: a JSON array of `[account, collection, id, record]`; without the record
 * if it is deleted, and `[account]` if a whole account is. A tab separates entries, and each record from its
 * id. Tabs between JSON tokens are replaced by spaces and none can occur elsewhere in JSON text, so records
 * can be cut out without being parsed.
 */
export function encodeEntries(entries: readonly Entry[]): string {
  return `[${entries.map(encodeEntry).join(',\t')}]`
}

/**
 * Returns the entries of a payload; undefined if its shape is wrong. The reader of a record checks whether
 * its text is JSON.
 */
export function decodeEntries(payload: string): readonly Entry[] | undefined {
  if (!payload.startsWith('[[') || !payload.endsWith(']]')) return undefined
  const pieces = `${payload.slice(1, -1)},`.split('\t')
  const entries: Entry[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] ?? ''
    const record = piece.endsWith('],') ? undefined : pieces[at + 1]
    const names = decodeNames(record === undefined ? piece.slice(0, -2) : piece.slice(0, -1))
    if (names === undefined || (record !== undefined && !record.endsWith('],'))) return undefined
    const entry = entryOf(names, record?.slice(0, -2) ?? null)
    if (entry === undefined) return undefined
    entries.push(entry)
    at += record === undefined ? 1 : 2
  }
  return entries
}

function encodeEntry(entry: Entry): string {
  if (isAccountGone(entry)) return `[${JSON.stringify(entry.account)}]`
  const { account, collection, id, json } = entry
  const names = `[${JSON.stringify(account)},${JSON.stringify(collection)},${JSON.stringify(id)}`
  return json === null ? `${names}]` : `${names},\t${onOneLine(json)}]`
}

/** Tabs and newlines between tokens would look like separators. Inside a JSON string they are always escaped. */
function onOneLine(json: string): string {
  return /[\t\n\r]/.test(json) ? json.replace(/[\t\n\r]/g, ' ') : json
}

/** `["account","collection","id"` without the closing bracket. */
function decodeNames(text: string): readonly string[] | undefined {
  let names: unknown
  try {
    names = JSON.parse(`${text}]`)
  } catch {
    return undefined
  }
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined
  return names
}

function entryOf(names: readonly string[], json: string | null): Entry | undefined {
  const [account = '', collection = '', id = ''] = names
  // The first versions wrote stars here; no collection has that name.
  const isGone = names.length === 1 || (names.length === 3 && collection === '*')
  if (isGone) return json === null ? accountGone(account) : undefined
  return names.length === 3 && json !== '' ? { account, collection, id, json } : undefined
}
