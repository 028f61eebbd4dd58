import { Chip, Chips } from '../../pages/components/chips.tsx'
import type { PageProps } from '../page.ts'
import { carriersIn, type Filtering } from './request-filter.ts'
import { keyText } from './request-rows.tsx'

/** The chips come from this many of the newest requests. */
const lookedAt = 300

interface Shown extends PageProps {
  readonly filter: Filtering
}

/** Renders filters as links: results, error codes, operations, carriers and keys of the newest requests. */
export function RequestChips({ page, filter }: Shown) {
  const entries = [...page.context.requestLog.newest(lookedAt)]
  if (entries.length === 0) return null
  const distinct = (values: readonly (string | null)[]) =>
    [...new Set(values)].filter((value) => value !== null)
  const codes = distinct(entries.map(({ errorCode }) => errorCode))
  const operations = distinct(entries.map(({ method, path }) => `${method} ${patternOf(path)}`))
  const keys = new Map(
    entries.flatMap((entry) => (entry.keyId === null ? [] : [[entry.keyId, keyText(page, entry)]])),
  )
  const link = (text: string, chosen: Readonly<Record<string, string>>) => (
    <Chip {...chipOf({ page, filter }, chosen)}>{page.server.conceal(text)}</Chip>
  )
  return (
    <Chips label="Filters">
      {link('Refused', { status: '4xx' })}
      {link('Failed', { status: '5xx' })}
      {link('By a fault or magic value', { why: 'decided' })}
      {codes.map((code) => link(code, { code }))}
      {operations.map((operation) => {
        const [method = '', path = ''] = operation.split(' ')
        return link(operation, { method, path })
      })}
      {carriersIn(entries).map((carrier) => link(carrier, { carrier }))}
      {[...keys].map(([key = '', text = '']) => link(text, { key }))}
    </Chips>
  )
}

/** Returns the paths alike: with a star for an id, and without a query. */
function patternOf(path: string): string {
  return path.replace(/^([^?]*)\?.*$/s, '$1').replaceAll(/\/[a-z]{2,5}_\w+/g, '/*')
}

/** Returns the link that adds a choice to the filter, or removes it. */
function chipOf({ page, filter }: Shown, chosen: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(filter.query)
  query.delete('page')
  const isChosen = Object.entries(chosen).every(([name, value]) => query.get(name) === value)
  for (const [name, value] of Object.entries(chosen)) {
    if (isChosen) query.delete(name)
    else query.set(name, value)
  }
  return { isChosen, href: query.size === 0 ? page.path : `${page.path}?${query}` }
}
