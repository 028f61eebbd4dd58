import type { Child } from 'hono/jsx'
import { Facts } from '../../pages/components/card.tsx'
import { Chip } from '../../pages/components/chips.tsx'
import type { PageProps } from '../page.ts'
import { listCarriersOfRequests, type RequestFilter } from './request-filter.ts'
import { describeRequestKey } from './request-rows.tsx'

/** The number of the newest requests whose values become chips. */
const maxReadRequests = 300

interface ChipsProps extends PageProps {
  readonly filter: RequestFilter
}

/** Renders filters as links, in groups: the results, carriers, operations and keys of the newest requests. */
export function RequestChips({ page, filter }: ChipsProps) {
  const entries = [...page.context.requestLog.newest(maxReadRequests)]
  if (entries.length === 0) return null
  const distinct = (values: readonly (string | null)[]) =>
    [...new Set(values)].filter((value) => value !== null)
  const codes = distinct(entries.map(({ errorCode }) => errorCode))
  const operations = distinct(entries.map(({ method, path }) => `${method} ${replaceIdsInPath(path)}`))
  const keys = new Map(
    entries.flatMap((entry) =>
      entry.keyId === null ? [] : [[entry.keyId, describeRequestKey(page, entry)]],
    ),
  )
  const link = (text: string, chosen: Readonly<Record<string, string>>) => (
    <Chip {...createChipLink({ page, filter }, chosen)}>{page.server.conceal(text)}</Chip>
  )
  const groups: readonly (readonly [heading: string, chips: readonly Child[]])[] = [
    [
      'Results',
      [
        link('Refused', { status: '4xx' }),
        link('Failed', { status: '5xx' }),
        link('By a fault or magic value', { why: 'decided' }),
        ...codes.map((code) => link(code, { code })),
      ],
    ],
    ['Carriers', listCarriersOfRequests(entries).map((carrier) => link(carrier, { carrier }))],
    [
      'Operations',
      operations.map((operation) => {
        const [method = '', path = ''] = operation.split(' ')
        return link(operation, { method, path })
      }),
    ],
    ['Keys', [...keys].map(([key = '', text = '']) => link(text, { key }))],
  ]
  return (
    <nav aria-label="Filters">
      <Facts
        facts={groups.map(([heading, chips]) =>
          chips.length === 0 ? null : [heading, <div class="chips">{chips}</div>],
        )}
      />
    </nav>
  )
}

/** Returns a path with a star instead of each id, and without its query. */
function replaceIdsInPath(path: string): string {
  return path.replace(/^([^?]*)\?.*$/s, '$1').replaceAll(/\/[a-z]{2,5}_\w+/g, '/*')
}

/** Returns the link of a chip, which adds its choice to the filter, or removes it. */
function createChipLink({ page, filter }: ChipsProps, chosen: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(filter.query)
  query.delete('page')
  const isChosen = Object.entries(chosen).every(([name, value]) => query.get(name) === value)
  for (const [name, value] of Object.entries(chosen)) {
    if (isChosen) query.delete(name)
    else query.set(name, value)
  }
  return { isChosen, href: query.size === 0 ? page.path : `${page.path}?${query}` }
}
