import { refuseField } from '../../../simulator/requests/json-body.ts'
import { batchMaxItems } from '../../../simulator/specification/operations.ts'
import { numberIn } from '../form.ts'
import { centsIn } from '../money/money.ts'
import { presets, type SentAddress, withoutEmpty } from './presets.ts'

const addressColumns = ['name', 'company', 'street1', 'street2', 'city', 'state', 'zip', 'country', 'phone']
const parcelColumns = ['weight_oz', 'length', 'width', 'height']
const columns = [...addressColumns, ...parcelColumns, 'carrier', 'service', 'price']

/** Returns a file to fill in: the columns, and a row for each of the example addresses of one country. */
export function templateCsv(): string {
  const rows = presets
    .filter(({ address }) => address['country'] === 'US')
    .map(({ address }) => {
      const values: SentAddress = { ...address, ...sampleParcel }
      return columns.map((column) => quoteCell(values[column] ?? '')).join(',')
    })
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`
}

const sampleParcel: SentAddress = {
  weight_oz: '24',
  length: '10',
  width: '8',
  height: '4',
  carrier: 'USPS',
  service: 'Priority Mail',
  price: '11.04',
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the items of a batch from a file. Throws VALIDATION.FIELD.INVALID with the line of a mistake. */
export function itemsInCsv(text: string, from: SentAddress): object[] {
  const [head = [], ...rows] = readRows(text.replace(/^\uFEFF/, '')).filter((row) =>
    row.some((cell) => cell !== ''),
  )
  const names = head.map((name) => name.trim().toLowerCase())
  const missing = ['street1', 'city', 'zip', 'country', 'weight_oz', 'carrier', 'service', 'price'].filter(
    (name) => !names.includes(name),
  )
  if (missing.length > 0)
    return refuseField(
      'csv',
      `has no column ${missing.join(', ')} in its first line. The template has all columns`,
    )
  const unknown = names.find((name) => !columns.includes(name))
  if (unknown !== undefined)
    return refuseField('csv', `has an unknown column "${unknown}". Known: ${columns.join(', ')}`)
  if (rows.length === 0) return refuseField('csv', 'has no rows after its first line')
  if (rows.length > batchMaxItems)
    return refuseField('csv', `has ${rows.length} rows; a batch takes at most ${batchMaxItems}`)
  return rows.map((row, at) => itemOf(names, row, at + 2, from))
}

function itemOf(names: readonly string[], row: readonly string[], line: number, from: SentAddress): object {
  if (row.length !== names.length)
    return refuseField('csv', `has ${row.length} cells in row ${line}, and ${names.length} in its first line`)
  const cells: SentAddress = Object.fromEntries(names.map((name, at) => [name, row[at]?.trim() ?? '']))
  const pick = (wanted: readonly string[]) =>
    withoutEmpty(Object.fromEntries(wanted.map((name) => [name, cells[name] ?? ''])))
  const measures = Object.entries(pick(parcelColumns)).map(([name, text]) => [name, numberIn(text)])
  return {
    from_address: from,
    to_address: pick(addressColumns),
    parcel: Object.fromEntries(measures),
    ...pick(['carrier', 'service']),
    rate_cents: centsIn(cells['price'] ?? ''),
  }
}

/** Splits comma-separated values (RFC 4180) into rows of cells. */
function readRows(text: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const row = rows.at(-1) ?? []
    const add = (more: string) => {
      row[row.length - 1] = (row.at(-1) ?? '') + more
    }
    if (character === '"' && isQuoted && text.charAt(at + 1) === '"') {
      add('"')
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) add(character)
    else if (character === ',') row.push('')
    else if (character === '\n') rows.push([''])
    else if (character !== '\r') add(character)
  }
  return rows
}
