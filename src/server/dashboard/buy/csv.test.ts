import { describe, expect, it } from 'vitest'
import { parseBatch } from '../../../simulator/requests/parse.ts'
import { itemsInCsv, templateCsv } from './csv.ts'
import { presetAddress } from './presets.ts'

const from = presetAddress('business')
const head = 'street1,city,state,zip,country,weight_oz,length,width,height,carrier,service,price'
const row = '1 Main St,Austin,TX,78704,US,24,10,8,4,USPS,Priority Mail,11.04'

describe('a CSV file', () => {
  it('that is the template makes items that the service accepts', () => {
    const items = itemsInCsv(templateCsv(), from)
    expect(parseBatch({ items }, () => undefined).items).toHaveLength(
      templateCsv().trim().split('\r\n').length - 1,
    )
  })

  it('a CSV file may quote cells with commas, quotes and line ends, and begin with a byte order mark', () => {
    const quoted = row.replace('1 Main St', '"1 ""Main"", St\nUnit 2"')
    expect(itemsInCsv(`\uFEFF${head}\r\n${quoted}\r\n`, from)).toEqual([
      {
        from_address: from,
        to_address: {
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
    ['without a column', 'city', 'has no column street1, zip'],
    ['with an unknown column', `${head},colour\n${row},red`, 'unknown column "colour"'],
    ['without rows', head, 'has no rows'],
    ['with a short row', `${head}\n${row}\n1 Main St,Austin`, 'has 2 cells in row 3, and 12'],
  ])('%s is refused with the reason', (_, text, reason) => {
    expect(() => itemsInCsv(text, from)).toThrow(reason)
  })

  it('with too many rows is refused before any is read', () => {
    const rows = Array.from({ length: 5_001 }, () => row)
    expect(() => itemsInCsv([head, ...rows].join('\n'), from)).toThrow(
      '5001 rows; a batch takes at most 5000',
    )
  })
})
