import { refuseField } from '../../../simulator/requests/json-body.ts'
import { parseBatchItem } from '../../../simulator/requests/parse.ts'
import { ApiError, type FieldProblem, fail } from '../../../simulator/specification/errors.ts'
import { batchMaxItems } from '../../../simulator/specification/operations.ts'
import { parseDollarsAsCents, parseFormNumber, rewriteWithDecimalPoint } from '../form.ts'
import { formatCount } from '../format.tsx'
import {
  addressFields,
  addressPresets,
  parcelFields,
  removeEmptyFields,
  type SentAddress,
} from './parcel-form.ts'

const addressColumns = [...Object.keys(addressFields), 'phone']
const parcelColumns = Object.keys(parcelFields)
const optionalColumns = ['company', 'street2', 'state', 'phone']
const csvColumns = [...addressColumns, ...parcelColumns, 'carrier', 'service', 'price']

/** Returns a CSV file for users to fill in: the columns, and a row for each example address in the United States. */
export function writeCsvTemplate(): string {
  const sizes = Object.entries(parcelFields).map(([name, [, , byDefault]]) => [name, byDefault])
  const parcel = { ...Object.fromEntries(sizes), carrier: 'USPS', service: 'Priority Mail', price: '11.04' }
  const rows = addressPresets
    .filter(({ address }) => address['country'] === 'US')
    .map(({ address }) => {
      const values: SentAddress = { ...address, ...parcel }
      return csvColumns.map((column) => quoteCsvCell(values[column] ?? '')).join(',')
    })
  return [csvColumns.join(','), ...rows, ''].join('\r\n')
}

function quoteCsvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row of a CSV file, with its number in a spreadsheet. */
interface CsvRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** The number of mistakes after which the check of a file ends. */
const maxMistakes = 100

/**
 * Returns the items of a batch from a CSV file. Throws VALIDATION.FIELD.INVALID with all mistakes, each with its row
 * and column.
 */
export function readCsvItems(text: string, from: SentAddress): object[] {
  const { head, rows } = readCsvTable(text)
  refuseWrongColumns(head)
  const { length } = rows
  if (length === 0) return refuseField('csv', 'has no rows after its first line')
  if (length > batchMaxItems)
    return refuseField(
      'csv',
      `has ${formatCount(length)} rows; a batch takes at most ${formatCount(batchMaxItems)}`,
    )
  const mistakes: string[] = []
  const items: object[] = []
  for (const row of rows) {
    const item = createCsvItem(head, row, from)
    mistakes.push(...findRowMistakes(head, row, item))
    items.push(item)
    if (mistakes.length < maxMistakes) continue
    mistakes.push(`The rows after row ${row.number} are not checked yet`)
    break
  }
  return mistakes.length === 0 ? items : refuseCsv(mistakes)
}

/**
 * Rewrites the problem that the service found in a batch item as a problem of its row in the CSV file. Returns any
 * other problem unchanged.
 */
export function toCsvProblem({ field, reason }: FieldProblem, text: string): FieldProblem {
  const [, index, path = ''] = /^items\[(\d+)\]\.(.*)$/.exec(field) ?? []
  const { head, rows } = readCsvTable(text)
  const row = rows[Number(index)]
  if (row === undefined) return { field, reason }
  return { field: 'csv', reason: describeMistake(head, row, { field: path, reason }) }
}

function refuseCsv(mistakes: readonly string[]): never {
  return fail('VALIDATION.FIELD.INVALID', {
    message: `The CSV file has mistakes. ${mistakes[0]}.`,
    extras: { field: 'csv' },
    problems: mistakes.map((reason) => ({ field: 'csv', reason })),
  })
}

/** Throws VALIDATION.FIELD.INVALID if required columns are missing or columns are unknown. */
function refuseWrongColumns(head: readonly string[]): void {
  const missing = csvColumns.filter((name) => !optionalColumns.includes(name) && !head.includes(name))
  const unknown = head.filter((name) => !csvColumns.includes(name)).map((name) => `"${name}"`)
  const mistakes = [
    missing.length > 0 &&
      `has no column ${missing.join(', ')} in its first line. The template has all columns`,
    unknown.length > 0 && `has unknown columns: ${unknown.join(', ')}. Known: ${csvColumns.join(', ')}`,
  ].filter((mistake) => mistake !== false)
  if (mistakes.length > 0) refuseCsv(mistakes)
}

function createCsvItem(head: readonly string[], { cells: all }: CsvRow, from: SentAddress): object {
  const cells: SentAddress = Object.fromEntries(head.map((name, at) => [name, all[at]?.trim() ?? '']))
  const pickCells = (wanted: readonly string[]) =>
    removeEmptyFields(Object.fromEntries(wanted.map((name) => [name, cells[name] ?? ''])))
  const parseNumber = (text: string) => parseFormNumber(rewriteWithDecimalPoint(text))
  const measures = Object.entries(pickCells(parcelColumns)).map(([name, text]) => [name, parseNumber(text)])
  const { price = '' } = cells
  return {
    from_address: from,
    to_address: pickCells(addressColumns),
    parcel: Object.fromEntries(measures),
    ...pickCells(['carrier', 'service']),
    ...(price !== '' && { rate_cents: parseDollarsAsCents(price) }),
  }
}

/** Checks the item of a row and describes each mistake in a sentence. */
function findRowMistakes(head: readonly string[], row: CsvRow, item: object): readonly string[] {
  const { number, cells } = row
  if (cells.length !== head.length)
    return [`Row ${number} has ${cells.length} cells, but the first line has ${head.length}`]
  try {
    parseBatchItem(item)
    return []
  } catch (error) {
    if (error instanceof ApiError) return error.problems.map((problem) => describeMistake(head, row, problem))
    throw error
  }
}

/** Describes a problem of a batch item by its row and column in the CSV file. */
function describeMistake(head: readonly string[], row: CsvRow, { field, reason }: FieldProblem): string {
  const name = field.replace(/^.*\./, '')
  const column = name === 'rate_cents' ? 'price' : name
  const words = reason.replace('a whole number of cents', 'an amount such as 11.04 or 1,104.00')
  const cell = row.cells[head.indexOf(column)]?.trim() ?? ''
  const value = cell === '' || words.includes(`"${cell}"`) ? '' : `; it is "${cell}"`
  return `Row ${row.number}, ${column} ${words}${value}`
}

/** Reads the column names and the rows that are not empty. Cells are separated by commas or semicolons. */
function readCsvTable(text: string): { readonly head: readonly string[]; readonly rows: readonly CsvRow[] } {
  const [firstLine = ''] = text.split('\n', 1)
  const separator = firstLine.includes(';') && !firstLine.includes(',') ? ';' : ','
  const [first, ...rows] = splitCsvRows(text.replace(/^\uFEFF/, ''), separator)
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  return { head: first?.cells.map((name) => name.trim().toLowerCase()) ?? [], rows }
}

/** Splits separated values (RFC 4180) into rows of cells. */
function splitCsvRows(text: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const row = rows.at(-1) ?? []
    const appendToCell = (more: string) => {
      row[row.length - 1] = (row.at(-1) ?? '') + more
    }
    if (character === '"' && isQuoted && text.charAt(at + 1) === '"') {
      appendToCell('"')
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) appendToCell(character)
    else if (character === separator) row.push('')
    else if (character === '\n') rows.push([''])
    else if (character !== '\r') appendToCell(character)
  }
  return rows
}
