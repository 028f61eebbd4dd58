import { unprintable } from './latin.ts'
import type { Box, Page } from './page.ts'
import { fitText, leading } from './text-fit.ts'

export interface TextBox extends Box {
  readonly maxPt: number
  readonly minPt?: number | undefined
  readonly bold?: boolean | undefined
  readonly white?: boolean | undefined
  readonly align?: string | undefined
}

const legiblePt = 5.5
/**
 * The distance of a text's baseline from the top of its line, in multiples of the type size. It leaves room for an
 * accented capital above the baseline, and for a descender below it.
 */
const baseline = 0.92
/** The size of the empty frame that replaces an unprintable character, in multiples of the type size. */
const frame = { advance: 0.7, bearing: 0.09, width: 0.52, height: 0.68, stroke: 0.05 } as const

/** Draws paragraphs (Latin text, one per line of input) of any length inside their box. */
export function drawTextBox(page: Page, text: string, box: TextBox): void {
  if (text === '') return
  const colour = box.white === true ? 'white' : 'black'
  page.font(box.bold === true ? 'Helvetica-Bold' : 'Helvetica')
  page.fillColor(colour)
  page.strokeColor(colour)
  const room = { width: box.width, height: box.height, maxPt: box.maxPt, minPt: box.minPt ?? legiblePt }
  page.fontSize(1)
  const { sizePt, lines } = fitText(text.split('\n'), room, (line) => measureLine(page, line, 1))
  page.fontSize(sizePt)
  for (const [index, line] of lines.entries()) {
    const x = box.x + computeIndent(page, line, { box, sizePt })
    drawLine(page, line, { x, y: box.y + (index * leading + baseline) * sizePt, sizePt })
  }
}

function computeIndent(
  page: Page,
  line: string,
  set: { readonly box: TextBox; readonly sizePt: number },
): number {
  if (set.box.align === undefined) return 0
  const slack = set.box.width - measureLine(page, line, set.sizePt)
  return set.box.align === 'center' ? slack / 2 : slack
}

/** Returns the width of a line in points, in the page's font, which must be set to this size. */
function measureLine(page: Page, line: string, sizePt: number): number {
  if (!line.includes(unprintable)) return page.widthOfString(line)
  const frames = line.split(unprintable).length - 1
  return page.widthOfString(line.replaceAll(unprintable, '')) + frames * frame.advance * sizePt
}

function drawLine(
  page: Page,
  line: string,
  at: { readonly x: number; readonly y: number; readonly sizePt: number },
): void {
  const { y, sizePt } = at
  let x = at.x
  for (const [index, run] of line.split(unprintable).entries()) {
    if (index > 0) {
      page.lineWidth(frame.stroke * sizePt)
      page.rect(
        x + frame.bearing * sizePt,
        y - frame.height * sizePt,
        frame.width * sizePt,
        frame.height * sizePt,
      )
      page.stroke()
      x += frame.advance * sizePt
    }
    if (run === '') continue
    page.text(run, x, y, { lineBreak: false, baseline: 'alphabetic' })
    x += page.widthOfString(run)
  }
}
