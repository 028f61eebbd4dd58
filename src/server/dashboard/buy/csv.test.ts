import { describe, expect, it } from 'vitest'
import { parseBatch } from '../../../simulator/requests/parse.ts'
import { ApiError } from '../../../simulator/specification/errors.ts'
import { readCsvItems, toCsvProblem, writeCsvTemplate } from './csv.ts'
import { findPresetAddress } from './parcel-form.ts'

const from = findPresetAddress('business')
const head = 'name,street1,city,state,zip,country,weight_oz,length,width,height,carrier,service,price'
const row = 'Ada,1 Main St,Austin,TX,78704,US,24,10,8,4,USPS,Priority Mail,11.04'

/** Returns the reasons with which a file is refused. */
function readRefusalReasons(text: string): readonly string[] {
  try {
    readCsvItems(text, from)
    return []
  } catch (error) {
    return error instanceof ApiError ? error.problems.map(({ reason }) => reason) : [String(error)]
  }
}

describe('readCsvItems', () => {
  it('the service accepts the items in the CSV template of a batch', () => {
    const items = readCsvItems(writeCsvTemplate(), from)
    expect(parseBatch({ items }, () => undefined).items).toHaveLength(
      writeCsvTemplate().trim().split('\r\n').length - 1,
    )
  })

  it('the CSV file of a batch may have quoted cells with commas, quotes and line ends, and begin with a byte order mark', () => {
    const quoted = row.replace('1 Main St', '"1 ""Main"", St\nUnit 2"')
    expect(readCsvItems(`\uFEFF${head}\r\n${quoted}\r\n`, from)).toEqual([
      {
        from_address: from,
        to_address: {
          name: 'Ada',
          street1: '1 "Main", St\nUnit 2',
          city: 'Austin',
          state: 'TX',
          zip: '78704',
          country: 'US',
        },
        parcel: { weight_oz: 24, length: 10, width: 8, height: 4 },
        carrier: 'USPS',
        service: 'Priority Mail',
        rate_cents: 1_104,
      },
    ])
  })

  it.each([
    ['without a column', 'city', 'has no column name, street1, zip'],
    ['with an unknown column', `${head},colour\n${row},red`, 'unknown columns: "colour"'],
    ['without rows', head, 'has no rows'],
    ['with a short row', `${head}\n${row}\nAda,Austin`, 'Row 3 has 2 cells, but the first line has 13'],
  ])('the CSV file of a batch %s is refused with the reason', (_, text, reason) => {
    expect(() => readCsvItems(text, from)).toThrow(reason)
  })

  it('the CSV file of a batch with more than 5,000 rows is refused before a row is read', () => {
    const rows = Array.from({ length: 5_001 }, () => row)
    expect(() => readCsvItems([head, ...rows].join('\n'), from)).toThrow(
      '5,001 rows; a batch takes at most 5,000',
    )
  })

  it('the refusal of the CSV file of a batch lists all mistakes with their row and column', () => {
    const changeCell = (column: string, cell: string): string => {
      const cells = row.split(',')
      cells[head.split(',').indexOf(column)] = cell
      return cells.join(',')
    }
    const rows = [
      row,
      '',
      changeCell('city', ''),
      changeCell('price', 'eleven'),
      changeCell('weight_oz', '1e3'),
      changeCell('carrier', 'Hermes'),
    ]
    expect(readRefusalReasons([head, ...rows].join('\n'))).toEqual([
      'Row 4, city is required',
      'Row 5, price must be an amount such as 11.04 or 1,104.00; it is "eleven"',
      'Row 6, weight_oz must be a number; it is "1e3"',
      'Row 7, carrier must be one of DHL, FedEx, UPS, USPS, not "Hermes"',
    ])
  })

  it('the check of the CSV file of a batch ends at its hundredth mistake', () => {
    const reasons = readRefusalReasons([head, ...Array.from({ length: 200 }, () => 'too,short')].join('\n'))
    expect(reasons).toHaveLength(101)
    expect(reasons.at(-1)).toBe('The rows after row 101 are not checked yet')
  })

  it.each([
    ['11.04', 1_104],
    ['$11.04', 1_104],
    ['"1,104.00"', 110_400],
    ['"11,04"', 1_104],
    ['"1.104,5"', 110_450],
    ['"1,104"', 'must be an amount'],
    ['1.104', 'must be an amount'],
    ['"1,10,4.00"', 'must be an amount'],
  ])('the price %s in the CSV file of a batch is read as %s', (price, wanted) => {
    const text = `${head}\n${row.replace('11.04', price)}`
    if (typeof wanted === 'string')
      expect(readRefusalReasons(text)).toEqual([expect.stringContaining(wanted)])
    else expect(readCsvItems(text, from)).toMatchObject([{ rate_cents: wanted }])
  })

  it('the CSV file of a batch may separate its cells by semicolons', () => {
    const text = `${head}\n${row.replace('11.04', '11;04').replace(',24,', ',24;5,')}`
    const asSpreadsheet = text.replaceAll(/[,;]/g, (sign) => (sign === ',' ? ';' : ','))
    expect(readCsvItems(asSpreadsheet, from)).toMatchObject([
      { rate_cents: 1_104, parcel: { weight_oz: 24.5 } },
    ])
  })

  it('a mistake that the service finds in a batch item is shown at its row of the CSV file', () => {
    const problem = { field: 'items[1].to_address.name', reason: 'asks for too much' }
    expect(toCsvProblem(problem, [head, row, '', row.replace('1 Main St', '2 Main St')].join('\n'))).toEqual({
      field: 'csv',
      reason: 'Row 4, name asks for too much; it is "Ada"',
    })
  })
})
