import { describe, expect, it } from 'vitest'
import { createLabelDrawing } from '../../../test/support/labels/label-drawings.ts'
import { carrierNames } from '../specification/model.ts'
import { renderLabel, renderLabelPicture } from './label-pdf.ts'

const countMatches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

describe.each(carrierNames)('the SVG picture of a label of %s', (carrier) => {
  it('the SVG picture of a label has as many boxes and texts as its PDF', async () => {
    const pdf = Buffer.from(await renderLabel(createLabelDrawing(carrier, 'test'))).toString('latin1')
    const picture = await renderLabelPicture(createLabelDrawing(carrier, 'test'))
    const boxes = countMatches(pdf, / re\n/g)
    expect(boxes).toBeGreaterThan(50)
    expect(countMatches(picture, /h[\d.e-]+v/g)).toBe(boxes)
    expect(countMatches(picture, /<text /g)).toBe(countMatches(pdf, /BT\n/g))
    expect(picture).not.toMatch(/NaN|undefined/)
  })

  it('the SVG picture of a label shows HTML in an address as text', async () => {
    const { to } = createLabelDrawing(carrier, 'test')
    const name = '<script>"&"</script>'
    const picture = await renderLabelPicture(createLabelDrawing(carrier, 'test', { to: { ...to, name } }))
    expect(picture).not.toMatch(/<script/i)
    expect(picture).toMatch(/&lt;script/i)
  })
})
