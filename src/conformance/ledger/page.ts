/** What the generated pages of the documentation are made of. */

/** A whole table, and the empty line after it. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row), '']
}

/** One row of a table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** An id where links to it lead. */
export function anchored(id: string): string {
  return `<a id="${id}"></a>${id}`
}

/** An id as a link to where it stands on another page. */
export function linked(id: string, page: string): string {
  return `[${id}](${page}#${id})`
}
