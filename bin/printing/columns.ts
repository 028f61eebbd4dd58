import { neutralise } from '../../src/conformance/report/neutral-text.ts'

/**
 * Formats rows of cells as lines, each column as wide as its widest cell. Widths are counted in code points; control
 * characters in cells are made visible.
 */
export function formatColumns(cells: readonly (readonly string[])[], gap = 2): readonly string[] {
  const rows = cells.map((row) => row.map(neutralise))
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, countCodePoints(cell))
    })
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - countCodePoints(cell) + gap))
      .join('')
      .trimEnd(),
  )
}

function countCodePoints(cell: string): number {
  return [...cell].length
}
