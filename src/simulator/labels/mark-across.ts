import word from '../../../fixtures/labels/mark-across.json' with { type: 'json' }
import type { Box, Page } from './page.ts'

const grey = '#999999'
const slopeDegrees = 18
/**
 * The widths of a letter's stroke, of its outline and of the gap between letters, in multiples of a letter's height.
 */
const stroke = 0.15
const outline = 0.016
const gap = 0.22

/** Draws the word SAMPLE in outline letters, diagonally across a box. Later drawings cover the mark. */
export function drawSampleMark(page: Page, box: Box): void {
  const width = word.letters.reduce((sum, letter) => sum + letter.width, 0) + gap * (word.letters.length - 1)
  const slope = (slopeDegrees * Math.PI) / 180
  const height = Math.min(
    box.width / ((width + stroke) * Math.cos(slope) + (1 + stroke) * Math.sin(slope)),
    box.height / ((width + stroke) * Math.sin(slope) + (1 + stroke) * Math.cos(slope)),
  )
  page.save()
  page.translate(box.x + box.width / 2, box.y + box.height / 2)
  page
    .rotate(-slopeDegrees)
    .scale(height)
    .translate(-width / 2, -0.5)
  page.lineCap('round').lineJoin('round')
  // A thinner white stroke on a grey stroke leaves only the outline of the letters.
  strokeLetters(page, { width: stroke, colour: grey })
  strokeLetters(page, { width: stroke - 2 * outline, colour: 'white' })
  page.restore()
}

function strokeLetters(page: Page, pen: { readonly width: number; readonly colour: string }): void {
  let left = 0
  for (const letter of word.letters) {
    for (const points of letter.strokes) {
      for (const [index, [x = 0, y = 0]] of points.entries()) {
        if (index === 0) page.moveTo(left + x, y)
        else page.lineTo(left + x, y)
      }
    }
    left += letter.width + gap
  }
  page.lineWidth(pen.width).stroke(pen.colour)
}
