// Builds the parts of generated documentation pages.

/** Renders the lines of a table, with an empty line after it. */
export function renderTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [renderRow(heads), renderRow(heads.map(() => '---')), ...rows.map(renderRow), '']
}

/** Renders a row of a table as a line. */
export function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Renders an id as the target of links. */
export function withAnchor(id: string): string {
  return `<a id="${id}"></a>${id}`
}

/** Renders an id as a link to its place on another page. */
export function linkTo(id: string, page: string): string {
  return `[${id}](${page}#${id})`
}
