// The parts of generated pages of the documentation.

/** The lines of a table, with an empty line after it. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row), '']
}

/** The line of a row of a table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** An id as the target of links. */
export function withAnchor(id: string): string {
  return `<a id="${id}"></a>${id}`
}

/** An id as a link to its place on another page. */
export function linkTo(id: string, page: string): string {
  return `[${id}](${page}#${id})`
}
