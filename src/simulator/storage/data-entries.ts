import { accountGone, type Entry, isAccountGone } from './journal.ts'

/**
 * Entries as a line's payload: a JSON array of `[account, collection, id, record]`, the record left out where it is
 * gone, and of `[account]` where all of an account is. A tab stands before each record and between entries. JSON text has
 * none elsewhere, once those between its tokens are made spaces, so the records come out again as they went in without
 * being parsed.
 */
export function encodeEntries(entries: readonly Entry[]): string {
  return `[${entries.map(encodeEntry).join(',\t')}]`
}

/** The entries of a payload, undefined if its shape is another. Whether a record's text is JSON is for its reader to see. */
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

/** White space between tokens cannot be told from separators; inside a JSON string these never stand as they are. */
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
  // Files of the first days have it spelt with stars; no collection is called so.
  const isGone = names.length === 1 || (names.length === 3 && collection === '*')
  if (isGone) return json === null ? accountGone(account) : undefined
  return names.length === 3 && json !== '' ? { account, collection, id, json } : undefined
}
