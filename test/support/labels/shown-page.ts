const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the text that a browser shows for a piece of HTML. */
export function toShownText(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(\w+|#39);/g, (all, name) => entities[name] ?? all)
}

/** Returns the code of the block with this label on a page. */
export function readCodeBlock(html: string, label: string): string {
  const [, code] =
    new RegExp(`aria-label="${label}"[^>]*><pre[^>]*><code>([\\s\\S]*?)</code>`).exec(html) ?? []
  if (code === undefined) throw new Error(`There is no ${label}.`)
  return toShownText(code)
}
