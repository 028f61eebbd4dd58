import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLabelDrawing } from '../../../test/support/labels/label-drawings.ts'
import { carrierNames } from '../specification/model.ts'
import { renderLabel } from './label-pdf.ts'

const decodeLatin1 = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')

afterEach(() => {
  vi.useRealTimers()
})

describe.each(carrierNames)('the PDF of a label of %s', (carrier) => {
  test('drawing the PDF of a label twice gives the same bytes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.UTC(2024, 0, 1))
    const first = await renderLabel(createLabelDrawing(carrier, 'test'))
    vi.setSystemTime(Date.UTC(2031, 6, 15, 13, 14, 15))
    const second = await renderLabel(createLabelDrawing(carrier, 'test'))
    expect(Buffer.compare(first, second)).toBe(0)
    expect(decodeLatin1(first)).toContain('/CreationDate')
    expect(decodeLatin1(first)).not.toMatch(/D:(2024|2031)/)
  })

  test('the PDFs of two labels have different bytes and file ids, even if the labels differ only in their creation time', async () => {
    const changes = [{}, { labelId: 'lbl_other' }, { createdAtMs: 0 }]
    const pdfs = await Promise.all(
      changes.map((change) => renderLabel(createLabelDrawing(carrier, 'test', change))),
    )
    const ids = pdfs.map((pdf) => /\/ID \[(.*)\]/.exec(decodeLatin1(pdf))?.[1])
    expect(ids).not.toContain(undefined)
    expect(new Set(ids).size).toBe(3)
  })

  test('the PDF of a label is one page with vector graphics only', async () => {
    const pdf = decodeLatin1(await renderLabel(createLabelDrawing(carrier, 'live')))
    expect(pdf).toMatch(/^%PDF-/)
    expect(pdf).toContain('/Count 1\n')
    expect(pdf).not.toMatch(/\/Subtype \/Image|\bBI\b/)
  })

  test('the PDF of a label has the word SAMPLE across it in grey outline letters, for test and live keys', async () => {
    for (const environment of ['test', 'live'] as const) {
      expect(decodeLatin1(await renderLabel(createLabelDrawing(carrier, environment)))).toContain(
        '0.6 0.6 0.6 SCN',
      )
    }
  })

  test('the PDF of a label can be drawn for any addresses, parcel and service', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 })
    const address = fc.record({
      name: text,
      street1: text,
      city: text,
      state: text,
      zip: fc.oneof(text, fc.constant('19103')),
      country: fc.constantFrom('US', 'CA', 'DE', 'zz', 'Deutschland'),
    })
    const size = fc.double({ min: 1e-9, max: 1e300, noNaN: true })
    const parcel = fc.record({ weightOz: size, lengthIn: size, widthIn: size, heightIn: size })
    await fc.assert(
      fc.asyncProperty(address, address, parcel, text, async (from, to, box, service) => {
        const pdf = decodeLatin1(
          await renderLabel(createLabelDrawing(carrier, 'test', { from, to, parcel: box, service })),
        )
        expect(pdf).toContain('/Count 1\n')
        expect(pdf).toMatch(/%%EOF\s*$/)
      }),
      { numRuns: 15 },
    )
  })
})

test.each(['', '12３4', 'line\nbreak'])(
  'drawing a label refuses the tracking number %j, which a scanner would read differently',
  async (trackingNumber) => {
    await expect(renderLabel(createLabelDrawing('DHL', 'test', { trackingNumber }))).rejects.toThrow(
      RangeError,
    )
  },
)
