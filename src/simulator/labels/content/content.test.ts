import { describe, expect, test } from 'vitest'
import { createLabelDrawing } from '../../../../test/support/labels/label-drawings.ts'
import { carrierNames } from '../../specification/model.ts'
import { layouts } from '../layout.ts'
import { composers } from './composers.ts'
import { composeDhlContent } from './dhl-content.ts'
import { composeFedexContent } from './fedex-content.ts'
import { composeUpsContent } from './ups-content.ts'
import { composeUspsContent } from './usps-content.ts'

const abroad = {
  name: 'Ann',
  street1: '1 King St',
  city: 'Toronto',
  state: 'ON',
  zip: 'M5V 3L9',
  country: 'CA',
}

describe.each(carrierNames)('the content of a label of %s', (carrier) => {
  const content = composers[carrier](createLabelDrawing(carrier, 'test'))

  test('a label has a value for every text field and barcode of its layout, and no other values', () => {
    const { fields, symbols } = layouts[carrier]
    expect(new Set(fields.map((box) => box.field))).toEqual(new Set(Object.keys(content.texts)))
    expect(new Set(symbols.map((box) => box.field))).toEqual(new Set(Object.keys(content.symbols)))
  })

  test('a shipping label names the countries only if the parcel crosses a border', () => {
    const { from, to } = composers[carrier](createLabelDrawing(carrier, 'test', { to: abroad })).texts
    expect(to).toMatch(/Toronto ON M5V 3L9\nCANADA$/)
    expect(from).toContain('UNITED STATES')
    const { to: atHome } = content.texts
    expect(atHome).not.toContain('UNITED STATES')
  })

  test('a label prints the carrier before a service whose name does not begin with it', () => {
    const { service } = composers[carrier](
      createLabelDrawing(carrier, 'test', { service: 'Ground Advantage' }),
    ).texts
    expect(service).toBe(`${carrier} Ground Advantage`)
  })

  test('a label to another country has only the tracking number in its barcode', () => {
    const { tracking } = composers[carrier](createLabelDrawing(carrier, 'test', { to: abroad })).symbols
    expect(tracking).toEqual({ symbology: 'code128', text: '9999012345678901234563' })
  })
})

describe('barcodes that only one carrier has', () => {
  test('a USPS label has the ZIP before its tracking number in the barcode', () => {
    const { tracking } = composeUspsContent(createLabelDrawing('USPS', 'live')).symbols
    expect(tracking).toEqual({ symbology: 'gs1-128', text: '(420)19103(92)05590100000000000007' })
  })

  test('a USPS label has no ZIP before a tracking number of another form in the barcode', () => {
    const { tracking } = composeUspsContent(
      createLabelDrawing('USPS', 'live', { trackingNumber: 'LZ123456785US' }),
    ).symbols
    expect(tracking).toEqual({ symbology: 'code128', text: 'LZ123456785US' })
  })

  test('a UPS label has its routing in a MaxiCode and a postal barcode', () => {
    const { postal, maxicode } = composeUpsContent(createLabelDrawing('UPS', 'live')).symbols
    expect(postal).toEqual({ symbology: 'gs1-128', text: '(420)19103' })
    expect(maxicode?.options).toEqual({ parse: true, mode: 2 })
    expect(maxicode?.text).toContain('96191030000^029840^029013^0291Z999AA1')
  })

  test('a UPS label to another country has a MaxiCode with a postcode of letters and digits', () => {
    const { postal, maxicode } = composeUpsContent(createLabelDrawing('UPS', 'live', { to: abroad })).symbols
    expect(postal).toBeUndefined()
    expect(maxicode?.options).toEqual({ parse: true, mode: 3 })
    expect(maxicode?.text).toContain('96M5V 3L^029124^')
  })

  test('a FedEx label has the shipment in a PDF417 barcode', () => {
    const { shipment } = composeFedexContent(createLabelDrawing('FedEx', 'live')).symbols
    expect(shipment?.symbology).toBe('pdf417')
    expect(shipment?.text).toContain('\u001d794644790132\u001d')
  })

  test('a DHL label has its destination in a routing barcode', () => {
    const { routing } = composeDhlContent(createLabelDrawing('DHL', 'live', { to: abroad })).symbols
    expect(routing).toEqual({ symbology: 'code128', text: '2LCAM5V3L9' })
  })
})
