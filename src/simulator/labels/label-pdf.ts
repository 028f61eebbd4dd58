import { composers } from './content/composers.ts'
import type { LabelContent } from './content/content.ts'
import type { LabelDrawing } from './drawing.ts'
import { layouts } from './layout.ts'
import { drawSampleMark } from './mark-across.ts'
import { type Page, pageSize } from './page.ts'
import { SvgPage } from './svg-page.ts'
import { type Encoder, encodeSymbol } from './symbol.ts'
import { drawSymbol } from './symbol-box.ts'
import { drawTextBox } from './text-box.ts'

export type { LabelDrawing } from './drawing.ts'

/**
 * Returns the PDF of a label: one page of 4 x 6 inches, marked as a sample. The same drawing always gives the same
 * bytes (specification, Label; choices 33, 49). Rejects with a RangeError for a tracking number that is not plain
 * ASCII; any other text can be printed in some form.
 */
export async function renderLabel(drawing: LabelDrawing): Promise<Uint8Array> {
  // The libraries are loaded one after the other: loading them together would block other requests for a tenth of a
  // second.
  const { default: PDFDocument } = await import('pdfkit')
  const { default: encoder } = await import('bwip-js/node')
  const createdAt = new Date(drawing.createdAtMs)
  const page = new PDFDocument({
    size: [pageSize.width, pageSize.height],
    margin: 0,
    // Deflate gives other bytes on another processor or Node release, and the bytes of a label must not change.
    compress: false,
    info: {
      Title: `Sample label ${drawing.labelId}`,
      Subject: 'SAMPLE, NOT MAILABLE',
      Producer: 'Drydock',
      Creator: 'Drydock',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  })
  const bytes = collectBytes(page)
  drawLabel(page, drawing, encoder)
  page.end()
  return bytes
}

/** Returns the label that `renderLabel` draws as an SVG document. Rejects in the same cases. */
export async function renderLabelPicture(drawing: LabelDrawing): Promise<string> {
  const { default: PDFDocument } = await import('pdfkit')
  const { default: encoder } = await import('bwip-js/node')
  const page = new SvgPage(new PDFDocument({ autoFirstPage: false }))
  drawLabel(page, drawing, encoder)
  return page.renderDocument(`Sample label ${drawing.labelId}`)
}

function drawLabel(page: Page, drawing: LabelDrawing, encoder: Encoder): void {
  const layout = layouts[drawing.carrier]
  const { texts, symbols } = composers[drawing.carrier](drawing)
  drawSampleMark(page, layout.across)
  page.fillColor('black')
  for (const { x, y, width, height } of layout.panels) page.rect(x, y, width, height)
  page.fill()
  for (const caption of layout.captions) drawTextBox(page, caption.text, caption)
  for (const box of layout.fields) drawTextBox(page, findFieldText(texts, box.field), box)
  for (const box of layout.symbols) {
    const message = symbols[box.field]
    if (message !== undefined) drawSymbol(page, encodeSymbol(encoder, message), box)
  }
}

function findFieldText(texts: LabelContent['texts'], field: string): string {
  const text = texts[field]
  if (text === undefined) throw new Error(`A label layout has the field "${field}", which nothing fills.`)
  return text
}

function collectBytes(page: NodeJS.ReadableStream): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    page.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    page.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    page.on('error', reject)
  })
}
