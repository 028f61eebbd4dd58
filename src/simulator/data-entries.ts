import type { Entry } from './journal.ts'

/**
 * Entries as a line's payload: a JSON array of `[account, collection, id, record]`, the record left out where it is
 * gone. A tab stands before each record and between entries. JSON text has none elsewhere, once those between its
 * tokens are made spaces, so the records come out again as they went in without being parsed.
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
    const key = decodeKey(record === undefined ? piece.slice(0, -2) : piece.slice(0, -1))
    if (key === undefined || (record !== undefined && !record.endsWith('],'))) return undefined
    const [account, collection, id] = key
    entries.push({ account, collection, id, json: record?.slice(0, -2) ?? null })
    at += record === undefined ? 1 : 2
  }
  return entries.every(isConsistent) ? entries : undefined
}

function encodeEntry({ account, collection, id, json }: Entry): string {
  const key = `[${JSON.stringify(account)},${JSON.stringify(collection)},${JSON.stringify(id)}`
  return json === null ? `${key}]` : `${key},\t${onOneLine(json)}]`
}

/** White space between tokens cannot be told from separators; inside a JSON string these never stand as they are. */
function onOneLine(json: string): string {
  return /[\t\n\r]/.test(json) ? json.replace(/[\t\n\r]/g, ' ') : json
}

/** `["account","collection","id"` without the closing bracket. */
function decodeKey(text: string): readonly [string, string, string] | undefined {
  let key: unknown
  try {
    key = JSON.parse(`${text}]`)
  } catch {
    return undefined
  }
  if (!Array.isArray(key) || key.length !== 3) return undefined
  const [account, collection, id]: readonly unknown[] = key
  if (typeof account !== 'string' || typeof collection !== 'string' || typeof id !== 'string')
    return undefined
  return [account, collection, id]
}

function isConsistent(entry: Entry): boolean {
  if (entry.json === '') return false
  if (entry.collection !== '*' && entry.id !== '*') return true
  return entry.collection === '*' && entry.id === '*' && entry.json === null
}
