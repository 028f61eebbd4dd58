/** Returns a page in which the first table under a heading is replaced. */
export function replaceTable(page: string, heading: string, rows: readonly (readonly string[])[]): string {
  const at = page.indexOf('\n|', page.indexOf(`${heading}\n`)) + 1
  const end = page.indexOf('\n\n', at)
  return page.slice(0, at) + renderTable(rows) + (end === -1 ? '\n' : page.slice(end))
}

function renderTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}

export function renderCodeCell(word: string): string {
  return `\`${word}\``
}
