import type { Box, Page } from './page.ts'
import type { Matrix } from './symbol.ts'

/** One dot of a 300 dpi printer, in points. Bars of whole dots stay sharp at 300 dpi and its multiples. */
const dot = 72 / 300
const quietModules = { bars: 10, rows: 2 } as const
/** The height of a row of a PDF417 barcode, in widths of its narrowest bar. */
const rowModules = 3

/** The fixed measures of MaxiCode, in millimetres. */
const maxiCode = { columns: 30, width: 26.9, height: 25.9, pitch: 0.88, rowPitch: 0.762 } as const
/** The cell in the middle of MaxiCode's finder pattern, and the inner and outer radii of its rings in millimetres. */
const eye = { column: 14, row: 16 } as const
const rings = [
  [0.51, 1.18],
  [1.86, 2.53],
  [3.2, 3.87],
] as const
/**
 * A MaxiCode hexagon is drawn as a short vertical stroke with round ends: it prints the same, with a third of the path
 * data.
 */
const hexagon = { width: 0.82, halfLength: 0.12 } as const

/** Draws a barcode as vectors, centred in its box with its quiet zones inside the box. */
export function drawSymbol(page: Page, matrix: Matrix, box: Box): void {
  page.save()
  page.fillColor('black')
  page.strokeColor('black')
  if (matrix.kind === 'bars') drawBars(page, matrix.widths, box)
  else if (matrix.kind === 'rows') drawRows(page, matrix, box)
  else drawHexagons(page, matrix.places, box)
  page.restore()
}

function drawBars(page: Page, widths: readonly number[], box: Box): void {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const module = floorToDots(box.width / (total + 2 * quietModules.bars))
  page.translate(roundToDot(box.x + (box.width - total * module) / 2), box.y)
  page.scale(module, box.height)
  let x = 0
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) page.rect(x, 0, width, 1)
    x += width
  }
  page.fill()
}

function drawRows(page: Page, matrix: Extract<Matrix, { kind: 'rows' }>, box: Box): void {
  const { cells, columns } = matrix
  const rows = cells.length / columns
  const across = columns + 2 * quietModules.rows
  const down = rows * rowModules + 2 * quietModules.rows
  const module = floorToDots(Math.min(box.width / across, box.height / down))
  const rowHeight = module * rowModules
  page.translate(
    roundToDot(box.x + (box.width - columns * module) / 2),
    roundToDot(box.y + (box.height - rows * rowHeight) / 2),
  )
  page.scale(module, rowHeight)
  for (let row = 0; row < rows; row += 1) {
    const line = cells.slice(row * columns, (row + 1) * columns)
    for (let start = line.indexOf(1); start >= 0; ) {
      const end = line.indexOf(0, start)
      const length = (end < 0 ? columns : end) - start
      page.rect(start, row, length, 1)
      start = line.indexOf(1, start + length)
    }
  }
  page.fill()
}

function drawHexagons(page: Page, places: readonly number[], box: Box): void {
  const scale = Math.min(box.width / maxiCode.width, box.height / maxiCode.height)
  page.translate(
    box.x + (box.width - (maxiCode.width - maxiCode.pitch) * scale) / 2,
    box.y + (box.height - (maxiCode.height - maxiCode.rowPitch) * scale) / 2,
  )
  page.scale(scale)
  for (const [inner, outer] of rings) {
    page.lineWidth(outer - inner)
    page.circle(eye.column * maxiCode.pitch, eye.row * maxiCode.rowPitch, (inner + outer) / 2).stroke()
  }
  page.scale(maxiCode.pitch, maxiCode.rowPitch)
  page.lineWidth(hexagon.width).lineCap('round')
  for (const place of places) {
    const row = Math.floor(place / maxiCode.columns)
    const column = (place % maxiCode.columns) + (row % 2) / 2
    page.moveTo(column, row - hexagon.halfLength).lineTo(column, row + hexagon.halfLength)
  }
  page.stroke()
}

function floorToDots(width: number): number {
  return width < dot ? width : Math.floor(width / dot) * dot
}

function roundToDot(place: number): number {
  return Math.round(place / dot) * dot
}
