import type { Token, Tokens } from 'marked'
import { replaceDefaultUrl } from '../../http/request-origin.ts'
import { CodeBlock } from '../../pages/components.ts'
import { buildAnchor, isStandardToken, resolveLink, toPlainText } from '../model/guides.ts'
import { CodeWord } from './words.tsx'

interface MarkdownProps {
  readonly tokens: readonly Token[]
  /** The name of the page of docs/ that contains the tokens; the page's links are relative to it. */
  readonly name: string
  /** The simulator's URL as the reader reaches it. */
  readonly url: string
}

/** Renders Markdown of Drydock's own pages, but not the HTML in them. */
export function Markdown({ tokens, name, url }: MarkdownProps) {
  return (
    <>
      {groupSamples(tokens).map((part) =>
        Array.isArray(part) ? (
          <CodeLanguages blocks={part} url={url} />
        ) : (
          <MarkdownBlock token={part} name={name} url={url} />
        ),
      )}
    </>
  )
}

/** Groups adjacent blocks of code: they contain the same sample in several languages. */
function groupSamples(tokens: readonly Token[]): readonly (Token | Tokens.Code[])[] {
  const parts: (Token | Tokens.Code[])[] = []
  for (const token of tokens) {
    if (token.type === 'space') continue
    const last = parts.at(-1)
    if (!isStandardToken(token) || token.type !== 'code') parts.push(token)
    else if (Array.isArray(last)) last.push(token)
    else parts.push([token])
  }
  return parts
}

const languageNames: Readonly<Record<string, string>> = {
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  go: 'Go',
  sh: 'Shell',
  json: 'JSON',
  yaml: 'YAML',
}

function findLanguageName({ lang }: Tokens.Code): string {
  const [word = ''] = (lang ?? '').split(' ')
  return languageNames[word] ?? 'Code'
}

function CodeLanguages({ blocks, url }: { readonly blocks: readonly Tokens.Code[]; readonly url: string }) {
  const [only, ...others] = blocks
  if (only === undefined) return null
  if (others.length === 0)
    return <CodeBlock label={findLanguageName(only)} code={replaceDefaultUrl(only.text, url)} />
  return (
    <div class="languages">
      {blocks.map((block, index) => (
        <details name={`languages-${findLanguageName(only)}`} open={index === 0}>
          <summary>{findLanguageName(block)}</summary>
          <CodeBlock label={findLanguageName(block)} code={replaceDefaultUrl(block.text, url)} />
        </details>
      ))}
    </div>
  )
}

interface TokenProps {
  readonly token: Token
  readonly name: string
  readonly url: string
}

function MarkdownBlock({ token, name, url }: TokenProps) {
  if (!isStandardToken(token)) return null
  const renderTokens = (tokens: readonly Token[]) => <Inline tokens={tokens} name={name} url={url} />
  switch (token.type) {
    case 'heading':
      return <MarkdownHeading token={token} name={name} url={url} />
    case 'paragraph':
      return <p>{renderTokens(token.tokens)}</p>
    case 'list':
      return <MarkdownList token={token} name={name} url={url} />
    case 'table':
      return <MarkdownTable token={token} name={name} url={url} />
    case 'blockquote':
      return (
        <blockquote>
          <Markdown tokens={token.tokens} name={name} url={url} />
        </blockquote>
      )
    case 'hr':
      return <hr />
    case 'text':
      return renderTokens(token.tokens ?? [token])
    default:
      return renderTokens([token])
  }
}

function MarkdownHeading({ token, name, url }: TokenProps & { readonly token: Tokens.Heading }) {
  const words = <Inline tokens={token.tokens} name={name} url={url} />
  const anchor = buildAnchor(token.tokens)
  if (token.depth <= 2) return <h2 id={anchor}>{words}</h2>
  return token.depth === 3 ? <h3 id={anchor}>{words}</h3> : <h4 id={anchor}>{words}</h4>
}

function MarkdownList({ token, name, url }: TokenProps & { readonly token: Tokens.List }) {
  const items = token.items.map((item) => (
    <li>
      <Markdown tokens={item.tokens} name={name} url={url} />
    </li>
  ))
  return token.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function MarkdownTable({ token, name, url }: TokenProps & { readonly token: Tokens.Table }) {
  const heads = token.header.map((cell) => toPlainText(cell.tokens).trim())
  return (
    <section
      class="scroll"
      tabindex={0}
      aria-label={`Table: ${heads.filter((head) => head !== '').join(', ')}`}
    >
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) =>
              heads[index] === '' ? (
                <td />
              ) : (
                <th scope="col">
                  <Inline tokens={cell.tokens} name={name} url={url} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>
                  <Inline tokens={cell.tokens} name={name} url={url} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface InlineProps {
  readonly tokens: readonly Token[]
  readonly name: string
  readonly url: string
}

function Inline({ tokens, name, url }: InlineProps) {
  return (
    <>
      {tokens.map((token) => (
        <InlineToken token={token} name={name} url={url} />
      ))}
    </>
  )
}

function InlineToken({ token, name, url }: TokenProps) {
  if (!isStandardToken(token)) return null
  const renderTokens = (tokens: readonly Token[]) => <Inline tokens={tokens} name={name} url={url} />
  switch (token.type) {
    case 'codespan':
      return <CodeWord text={replaceDefaultUrl(token.text, url)} />
    case 'strong':
      return <strong>{renderTokens(token.tokens)}</strong>
    case 'em':
      return <em>{renderTokens(token.tokens)}</em>
    case 'link':
      return <MarkdownLink token={token} name={name} url={url} />
    case 'br':
      return <br />
    case 'html':
      return <MarkdownHtml raw={token.raw} />
    case 'text':
      return token.tokens === undefined ? replaceDefaultUrl(token.text, url) : renderTokens(token.tokens)
    case 'escape':
      return token.text
    default:
      throw new Error(`The reference cannot show the Markdown token ${token.type} of docs/${name}.md.`)
  }
}

/** Renders a link, or only its text if the reference does not have the target. */
function MarkdownLink({ token, name, url }: TokenProps & { readonly token: Tokens.Link }) {
  const words = <Inline tokens={token.tokens} name={name} url={url} />
  const href = resolveLink(token.href, name)
  return href === null ? words : <a href={href}>{words}</a>
}

/** Renders the only HTML that pages use: line breaks, and anchors outside headings. */
function MarkdownHtml({ raw }: { readonly raw: string }) {
  if (/^<br *\/?>/.test(raw)) return <br />
  const id = /^<a id="([^"]+)">/.exec(raw)?.[1]
  return id === undefined ? null : <span id={id} />
}
