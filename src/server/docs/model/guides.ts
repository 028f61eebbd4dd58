import { Lexer, type MarkedToken, marked, type Token } from 'marked'
import { listPageNames, readPackageFile } from './package-files.ts'

/** A page of docs/ in the reference. */
export interface Guide {
  /** The path of the file without its extension, such as `specification/errors`. */
  readonly name: string
  readonly path: string
  readonly title: string
  /** The Markdown tokens below the title of the page. */
  readonly tokens: readonly Token[]
  readonly sections: readonly GuideSection[]
}

/** A section of a page. The search uses its plain text. */
export interface GuideSection {
  readonly title: string
  /** The anchor of the section's heading; null for the text before the first heading. */
  readonly anchor: string | null
  readonly text: string
}

const docsBase = '/docs'

export function buildGuidePath(name: string): string {
  return `${docsBase}/${name.replace(/\/README$/, '')}`
}

const pageNames = new Map(listPageNames().map((name) => [buildGuidePath(name), name]))
const readGuides = new Map<string, Guide>()
const guideTitles = new Map<string, string>()

/** Returns the page of docs/ at a path; undefined if there is none. */
export function findGuide(path: string): Guide | undefined {
  const steps = readGuideAt(path)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Reads the page of docs/ at a path and caches it. Works in steps, because a long page would block other requests. */
export function* readGuideAt(path: string): Generator<void, Guide | undefined> {
  const name = pageNames.get(path)
  if (name === undefined) return undefined
  const guide = readGuides.get(name) ?? (yield* readGuide(name))
  readGuides.set(name, guide)
  return guide
}

/** Returns the title of the page of docs/ at a path without parsing the rest; returns the path if there is no page. */
export function readGuideTitle(path: string): string {
  const name = pageNames.get(path)
  if (name === undefined) return path
  const known = guideTitles.get(name) ?? toPlainText(marked.Lexer.lexInline(readFirstHeading(name))).trim()
  guideTitles.set(name, known)
  return known
}

function readFirstHeading(name: string): string {
  const [line = ''] = readPackageFile(`docs/${name}.md`).split('\n', 1)
  return line.replace(/^# /, '')
}

export function listGuidePaths(): readonly string[] {
  return [...pageNames.keys()]
}

/**
 * Returns the URL at which the reference has a link's target; `from` is the name of the page with the link. Returns
 * null if the target is only in the repository: the page then shows the link as text.
 */
export function resolveLink(href: string, from: string): string | null {
  if (/^(?:https?:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const { pathname } = new URL(file, `http://docs/docs/${from}`)
  const name = /^\/docs\/(.*)\.md$/.exec(pathname)?.[1]
  const path = name === undefined ? undefined : buildGuidePath(name)
  if (path === undefined || !pageNames.has(path)) return null
  return anchor === undefined ? path : `${path}#${anchor}`
}

export function isStandardToken(token: Token): token is MarkedToken {
  return token.type in standardTokenTypes
}

const standardTokenTypes: Readonly<Record<MarkedToken['type'], true>> = {
  blockquote: true,
  br: true,
  checkbox: true,
  code: true,
  codespan: true,
  def: true,
  del: true,
  em: true,
  escape: true,
  heading: true,
  hr: true,
  html: true,
  image: true,
  link: true,
  list: true,
  list_item: true,
  paragraph: true,
  space: true,
  strong: true,
  table: true,
  text: true,
}

/** Returns the plain text of Markdown tokens. */
export function toPlainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (!isStandardToken(token)) return ''
      if (token.type === 'html') return ' '
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .map((row) => row.map((cell) => toPlainText(cell.tokens)).join(' · '))
          .join('\n')
      if (token.type === 'list') return token.items.map((item) => toPlainText(item.tokens)).join('\n')
      if ('tokens' in token && token.tokens !== undefined)
        return toPlainText(token.tokens) + findSeparatorAfterToken(token)
      return 'text' in token ? token.text + findSeparatorAfterToken(token) : findSeparatorAfterToken(token)
    })
    .join('')
}

function findSeparatorAfterToken({ type }: MarkedToken): string {
  return ['paragraph', 'heading', 'space', 'code', 'br'].includes(type) ? '\n' : ''
}

/** Returns the anchor of a heading: the anchor that the heading contains, or else one made of its words. */
export function buildAnchor(tokens: readonly Token[]): string {
  for (const token of tokens) {
    const given = token.type === 'html' ? /^<a id="([^"]+)">/.exec(token.raw)?.[1] : undefined
    if (given !== undefined) return given
  }
  return toPlainText(tokens)
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}_ -]/gu, '')
    .replaceAll(' ', '-')
}

function* readGuide(name: string): Generator<void, Guide> {
  const [first, ...tokens] = yield* parseMarkdownInSteps(readPackageFile(`docs/${name}.md`))
  if (first === undefined || !isStandardToken(first) || first.type !== 'heading')
    throw new Error(`docs/${name}.md begins with no title.`)
  const title = toPlainText(first.tokens).trim()
  yield
  return { name, path: buildGuidePath(name), title, tokens, sections: splitSections(title, tokens) }
}

/**
 * Returns the tokens of a Markdown text, equal to those of `marked.lexer`. Works in steps: first the blocks, then the
 * inline tokens of each block.
 */
export function* parseMarkdownInSteps(text: string): Generator<void, readonly Token[]> {
  const lexer = new Lexer()
  lexer.blockTokens(text, lexer.tokens)
  for (const { src, tokens } of lexer.inlineQueue) {
    yield
    lexer.inlineTokens(src, tokens)
  }
  return lexer.tokens
}

function splitSections(title: string, tokens: readonly Token[]): readonly GuideSection[] {
  const sections: { title: string; anchor: string | null; tokens: Token[] }[] = [
    { title, anchor: null, tokens: [] },
  ]
  for (const token of tokens) {
    if (isStandardToken(token) && token.type === 'heading')
      sections.push({
        title: toPlainText(token.tokens).trim(),
        anchor: buildAnchor(token.tokens),
        tokens: [],
      })
    else sections.at(-1)?.tokens.push(token)
  }
  return sections.map((section) => ({ ...section, text: toPlainText(section.tokens).trim() }))
}
