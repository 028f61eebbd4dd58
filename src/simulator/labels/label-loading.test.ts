import { expect, test, vi } from 'vitest'
import { createLabelDrawing } from '../../../test/support/labels/label-drawings.ts'

const loaded = vi.hoisted<string[]>(() => [])

vi.mock('pdfkit', (importOriginal) => {
  loaded.push('pdfkit')
  return importOriginal()
})
vi.mock('bwip-js/node', (importOriginal) => {
  loaded.push('bwip-js')
  return importOriginal()
})

test('the PDF libraries are loaded when the first label is drawn, not before', async () => {
  const { renderLabel } = await import('./label-pdf.ts')
  expect(loaded).toEqual([])
  const pdf = await renderLabel(createLabelDrawing('USPS', 'test'))
  expect(pdf.length).toBeGreaterThan(1000)
  expect(loaded.toSorted()).toEqual(['bwip-js', 'pdfkit'])
})
