import { beforeAll, describe, expect, test } from 'vitest'
import { renderLabel } from '../src/simulator/labels/label-pdf.ts'
import { layouts } from '../src/simulator/labels/layout.ts'
import type { Box } from '../src/simulator/labels/page.ts'
import { carrierNames } from '../src/simulator/specification/model.ts'
import { createLabelDrawing, samples } from './support/labels/label-drawings.ts'
import {
  installHint,
  listMissingPrograms,
  readBarcodes,
  readFacts,
  readRaster,
  readRunWidths,
  readText,
  readWords,
  type Word,
} from './support/labels/label-readers.ts'

const missing = listMissingPrograms()
const { DRYDOCK_TEST_ALL } = process.env
const skipped = missing.length > 0 && DRYDOCK_TEST_ALL === undefined
const reason = skipped ? ` (skipped: ${missing.join(', ')} missing, ${installHint})` : ''

const labels = carrierNames.flatMap((carrier) => [
  { carrier, environment: 'test' as const },
  { carrier, environment: 'live' as const },
])

const longTexts: readonly (readonly [string, string])[] = [
  ['one word of 500 letters', 'W'.repeat(500)],
  ['500 letters in short words', 'Wm '.repeat(167).slice(0, 500)],
  ['500 letters on lines of their own', 'W\n'.repeat(250)],
]

function findFieldBox(carrier: keyof typeof layouts, field: string): Box {
  const box = layouts[carrier].fields.find((candidate) => candidate.field === field)
  if (box === undefined) throw new Error(`The ${carrier} layout has no field ${field}.`)
  return box
}

/** Whether a word is inside a box. Word boxes have the height of the font, so one point above and below is allowed. */
function isInside(word: Word, box: Box): boolean {
  return (
    word.xMin >= box.x - 0.1 &&
    word.xMax <= box.x + box.width + 0.1 &&
    word.yMin >= box.y - 1 &&
    word.yMax <= box.y + box.height + 1
  )
}

function isTouching(word: Word, box: Box): boolean {
  return (
    word.xMin < box.x + box.width && word.xMax > box.x && word.yMin < box.y + box.height && word.yMax > box.y
  )
}

/** Returns the middle of a word's box, because the empty margins of boxes of neighbouring lines may overlap. */
function cutMargins(word: Word): Box {
  const height = word.yMax - word.yMin
  return { x: word.xMin, y: word.yMin + height * 0.2, width: word.xMax - word.xMin, height: height * 0.6 }
}

describe.skipIf(skipped)(`a printed label${reason}`, () => {
  beforeAll(() => {
    if (missing.length > 0) throw new Error(`${missing.join(', ')} missing: ${installHint}`)
  })

  describe.each(labels)('a printed label of $carrier, $environment', ({ carrier, environment }) => {
    const label = createLabelDrawing(carrier, environment)
    let pdf: Uint8Array
    beforeAll(async () => {
      pdf = await renderLabel(label)
    })

    test('a barcode scanner reads the tracking number from exactly one barcode of a printed label', () => {
      const read = readBarcodes(pdf).filter((text) => text.endsWith(label.trackingNumber))
      expect(read).toHaveLength(1)
    })

    test('a printed label is one page of 4 x 6 inches', () => {
      const facts = readFacts(pdf)
      expect(facts.get('Pages')).toBe('1')
      expect(facts.get('Page size')).toMatch(/^288 x 432 pts/)
      expect(facts.get('CreationDate')).toContain('2026')
    })

    test('a printed label names sender, recipient, service, weight and date', () => {
      const text = readText(pdf)
      const { street2, ...from } = label.from
      for (const line of [from.name, from.company, from.street1, street2, 'New York NY 10118-0110'])
        expect(text).toContain(line)
      for (const line of [label.to.name, label.to.street1, 'Philadelphia PA 19103'])
        expect(text).toContain(line)
      expect(text).toContain(samples[carrier].service)
      expect(text).toMatch(/1 lb 5\.5 oz|2 LBS|1\.34 LB|1\.34 lb \/ 0\.61 kg/)
      expect(text).toMatch(/03\/05\/2026|05 MAR 2026|05MAR26|2026-03-05/)
      expect(text).toContain(
        environment === 'test' ? '9999 0123 4567 8901 2345 63' : samples[carrier].printed,
      )
      expect(text).not.toContain('UNITED STATES')
    })

    test('a printed label is marked SAMPLE, NOT MAILABLE', () => {
      expect(readText(pdf)).toContain('SAMPLE, NOT MAILABLE')
    })

    test('a printed label has white space of ten bar widths at both sides of every linear barcode', () => {
      const raster = readRaster(pdf)
      const words = readWords(pdf)
      const linear = layouts[carrier].symbols.filter((box) =>
        ['tracking', 'postal', 'routing'].includes(box.field),
      )
      for (const box of linear) {
        const runs = readRunWidths(raster, { y: box.y + box.height / 2, from: box.x, to: box.x + box.width })
        const module = Math.min(...runs)
        expect(runs.at(0)).toBeGreaterThanOrEqual(10 * module)
        expect(runs.at(-1)).toBeGreaterThanOrEqual(10 * module)
        expect(words.filter((word) => isTouching(word, box))).toEqual([])
      }
    })

    test('a printed label has no overlapping words', () => {
      const words = readWords(pdf)
      const overlaps = words.flatMap((word, index) =>
        words
          .slice(index + 1)
          .filter((other) => isTouching(word, cutMargins(other)) && isTouching(other, cutMargins(word))),
      )
      expect(overlaps).toEqual([])
    })
  })

  describe.each(carrierNames)('a label of %s with texts too long for their boxes', (carrier) => {
    test.each(longTexts)(
      'a printed label keeps every text in its box, even if every text is %s',
      async (_, text) => {
        const address = {
          name: text,
          company: text,
          street1: text,
          street2: text,
          city: text,
          state: text,
          zip: text,
        }
        const label = createLabelDrawing(carrier, 'test', {
          from: { ...address, country: 'DE' },
          to: { ...address, country: 'CA' },
          service: `${carrier} ${text}`,
        })
        const pdf = await renderLabel(label)
        expect(readFacts(pdf).get('Pages')).toBe('1')
        const words = readWords(pdf)
        const boxes = [...layouts[carrier].fields, ...layouts[carrier].captions]
        expect(words.filter((word) => !boxes.some((box) => isInside(word, box)))).toEqual([])
        const recipient = words.filter((word) => isInside(word, findFieldBox(carrier, 'to')))
        expect(recipient.map((word) => word.text)).toContain('CANADA')
        expect(recipient.length).toBeGreaterThan(4)
      },
    )

    test('a printed label shows street and city in full, even if the name above them has 500 letters', async () => {
      const { to } = createLabelDrawing(carrier, 'test')
      const text = readText(
        await renderLabel(createLabelDrawing(carrier, 'test', { to: { ...to, name: 'W'.repeat(500) } })),
      )
      expect(text).toMatch(/W{20,}…/)
      expect(text).toContain('1234 Market Street')
      expect(text).toContain('Philadelphia PA 19103')
    })
  })

  test('a printed label spells foreign names in Latin letters and never shows a question mark for a letter', async () => {
    const { to } = createLabelDrawing('USPS', 'test')
    const name = 'Łukasz Őry Жанна Σοφία 田中 👩‍👩‍👧 مرحبا é\u0301\u0323'
    const text = readText(await renderLabel(createLabelDrawing('USPS', 'test', { to: { ...to, name } })))
    expect(text).toContain('Lukasz Ory Zhanna Sofia')
    expect(text).not.toMatch(/[�?]/)
    expect(text).toContain('1234 Market Street')
  })
})
