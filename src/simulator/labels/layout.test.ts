import { describe, expect, test } from 'vitest'
import { carriers } from '../carriers/carrier.ts'
import { carrierNames } from '../specification/model.ts'
import { findServiceMark, layouts } from './layout.ts'
import { type Box, pageSize } from './page.ts'
import { leading } from './text-fit.ts'

function areOverlapping(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

describe.each(carrierNames)('the label layout of %s', (carrier) => {
  const { panels, captions, fields, symbols, across } = layouts[carrier]

  test('a label layout has all parts on the page, with a margin at the sides', () => {
    for (const box of [...panels, ...captions, ...fields, ...symbols, across]) {
      expect(box.x).toBeGreaterThanOrEqual(8)
      expect(box.x + box.width).toBeLessThanOrEqual(pageSize.width - 8)
      expect(box.y).toBeGreaterThanOrEqual(8)
      expect(box.y + box.height).toBeLessThanOrEqual(pageSize.height - 5)
    }
  })

  test('a label layout has no other mark, text or line on a barcode', () => {
    const others = [across, ...panels, ...captions, ...fields]
    for (const symbol of symbols) expect(others.filter((box) => areOverlapping(symbol, box))).toEqual([])
    const pairs = symbols.flatMap((symbol, index) =>
      symbols.slice(index + 1).filter((other) => areOverlapping(symbol, other)),
    )
    expect(pairs).toEqual([])
  })

  test('a label layout has a separate box for every text', () => {
    const texts = [...captions, ...fields]
    const pairs = texts.flatMap((box, index) =>
      texts.slice(index + 1).filter((other) => areOverlapping(box, other)),
    )
    expect(pairs).toEqual([])
  })

  test('a label layout has room for the seven lines of the longest address', () => {
    for (const { field, height, minPt = 0 } of fields) {
      if (field === 'from' || field === 'to') expect(height / (minPt * leading)).toBeGreaterThanOrEqual(7)
    }
  })
})

test.each(carriers.flatMap(({ name, services }) => services.map((service) => [name, service.name] as const)))(
  'the service %s %s has its own letter or number on the label',
  (carrier, service) => {
    expect(findServiceMark(layouts[carrier], service).mark).not.toBe('')
  },
)

test.each([
  ['USPS', 'Priority Mail Express', 'E'],
  ['USPS', 'Priority Mail', 'P'],
  ['USPS', 'USPS Ground Advantage', 'G'],
  ['UPS', 'UPS Next Day Air', '1'],
  ['UPS', 'UPS Next Day Air Saver', '1P'],
  ['UPS', 'UPS 2nd Day Air', '2'],
  ['FedEx', 'FedEx Home Delivery', 'H'],
  ['FedEx', 'FedEx Ground', 'G'],
  ['FedEx', 'FedEx 2Day', 'E'],
  ['DHL', 'DHL Express Worldwide', 'WPX'],
  ['DHL', 'no service of this carrier', ''],
] as const)('a label of %s marks the service %s with "%s"', (carrier, service, mark) => {
  expect(findServiceMark(layouts[carrier], service).mark).toBe(mark)
})
