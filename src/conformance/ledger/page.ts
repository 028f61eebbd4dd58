// This module renders the parts of generated documentation pages.

/** Renders a Markdown table as lines, with an empty line at the end. */
export function renderTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return [renderRow(heads), renderRow(heads.map(() => '---')), ...rows.map(renderRow), '']
}

/** Renders a row of a Markdown table. */
export function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Renders an id with an anchor, to which links can lead. */
export function renderAnchor(id: string): string {
  return `<a id="${id}"></a>${id}`
}

/** Renders an id as a link to its anchor on another page. */
export function renderLink(id: string, page: string): string {
  return `[${id}](${page}#${id})`
}
