import { Badge, Empty } from '../../pages/components.ts'
import { type FoundEntry, maxFound, splitQuery } from '../model/search.ts'
import type { ReferencePage } from './frame.tsx'

interface SearchResult {
  readonly query: string
  readonly found: readonly FoundEntry[]
  /** A query with corrected words that finds something, if this one finds nothing. */
  readonly corrected: string | null
}

export function renderSearchPage({ query, found, corrected }: SearchResult): ReferencePage {
  return {
    title: query.trim() === '' ? 'Search' : `Search: ${query.trim()}`,
    query,
    body:
      query.trim() === '' ? (
        <Empty title="Search operations, fields, errors and guides.">
          <p>
            Such as <a href="/docs/search?q=expired">expired</a>,{' '}
            <a href="/docs/search?q=failed_carriers">failed_carriers</a> or{' '}
            <a href="/docs/search?q=clock+advance">clock advance</a>.
          </p>
        </Empty>
      ) : (
        <>
          <FoundCount found={found} corrected={corrected} />
          <ResultList found={found} query={query} />
        </>
      ),
  }
}

const shownWhileTyping = 8

/** Renders the results below the search field while the reader types. */
export function FoundWhileTyping({ query, found, corrected }: SearchResult) {
  if (query.trim() === '') return null
  return (
    <div class="found-box">
      <FoundCount found={found} corrected={corrected} />
      <ResultList found={found.slice(0, shownWhileTyping)} query={query} />
      {found.length > shownWhileTyping ? (
        <p>
          <a href={`/docs/search?q=${encodeURIComponent(query)}`}>All {found.length}</a>
        </p>
      ) : null}
    </div>
  )
}

function FoundCount({ found, corrected }: Pick<SearchResult, 'found' | 'corrected'>) {
  return (
    <p role="status">
      {describeCount(found)}
      {corrected === null ? null : (
        <>
          {' '}
          Did you mean <a href={`/docs/search?q=${encodeURIComponent(corrected)}`}>{corrected}</a>?
        </>
      )}
    </p>
  )
}

function describeCount(found: readonly FoundEntry[]): string {
  if (found.length === 0) return 'No page has all of these words. Try fewer words, or parts of them.'
  if (found.length === maxFound) return `The ${maxFound} best results.`
  return found.length === 1 ? 'One result.' : `${found.length} results.`
}

function ResultList({ found, query }: Pick<SearchResult, 'found' | 'query'>) {
  const words = splitQuery(query)
  return (
    <ul class="results">
      {found.map(({ title, kind, href, excerpt }) => (
        <li>
          <p>
            <a href={href}>
              <MarkedText text={title} words={words} />
            </a>{' '}
            <Badge>{kind}</Badge>
          </p>
          <p class="muted">
            <MarkedText text={excerpt} words={words} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Highlights the words of the query in a text. */
function MarkedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  // safe regex: literal texts.
  const parts = pattern === '' ? [text] : text.split(new RegExp(`(${pattern})`, 'i'))
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part))}</>
}
