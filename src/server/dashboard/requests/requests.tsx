import {
  Button,
  Chip,
  Choice,
  CodeBlock,
  Empty,
  Facts,
  LinkButton,
  Table,
  TextField,
} from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { buildExampleRequest } from '../curl-lines.ts'
import { formatCount, formatCountWithNoun } from '../format.tsx'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { Live, PageLinks, readPaging, rowsOnPage } from '../parts.tsx'
import { listCarriersOfRequests, type RequestFilter, readRequestFilter } from './request-filter.ts'
import { describeRequestKey, RequestRow, requestColumns } from './request-rows.tsx'

/** The query parameters that only the filter links (chips) set. The filter form sends them again. */
const chipParameters = ['why', 'code', 'key', 'carrier'] as const

/** The page that lists the account's requests as they come. Its URL contains the filter. */
export const requests: DashboardPage = {
  path: 'requests',
  title: 'Requests',
  shortcut: 'r',
  actions: {
    clear: {
      call: () => ({ call: 'DELETE /accounts/{account}/requests' }),
      message: () => 'The request log is empty.',
    },
  },
  show: (page) => {
    const filter = readRequestFilter(page)
    const count = formatCountWithNoun(page.context.requestLog.size, 'request')
    const besides = filter.isChosen ? ', also those that the filter hides' : ''
    const question = `Empty the request log? It removes ${count}${besides}.`
    return {
      actions: (
        <>
          <LinkButton href={page.href('copy')}>Copy as test</LinkButton>
          <button type="button" class="button plain" data-pause="requests" hidden aria-pressed="false">
            Pause
          </button>
        </>
      ),
      body: (
        <>
          <FilterForm page={page} errors={filter.errors} />
          <Live page={page} id="requests" topics={['requests']}>
            <RequestChips page={page} filter={filter} />
            <RequestList page={page} filter={filter} />
          </Live>
          <Live page={page} id="empty-log" topics={['requests']}>
            <ActionForm page={page} action="clear" submit="Empty the log" kind="danger" confirm={question} />
          </Live>
        </>
      ),
    }
  },
}

function FilterForm({ page, errors }: PageProps & Pick<RequestFilter, 'errors'>) {
  const readParameter = (name: string) => page.query.get(name) ?? ''
  const readField = (name: string) => ({
    form: 'filter',
    name,
    value: readParameter(name),
    error: errors.get(name),
  })
  return (
    <search>
      <form method="get" action={page.path} class="inline filled">
        <TextField {...readField('path')} label="Path" placeholder="/v1/labels*" isSearch />
        <Choice {...readField('method')} label="Method" options={[['', 'any'], 'GET', 'POST', 'DELETE']} />
        <TextField {...readField('status')} label="Status" placeholder="4xx" />
        {chipParameters.map((name) =>
          readParameter(name) === '' ? null : <input type="hidden" name={name} value={readParameter(name)} />,
        )}
        <Button>Filter</Button>
        {page.query.size > 0 ? <LinkButton href={page.path}>All</LinkButton> : null}
      </form>
    </search>
  )
}

interface FilteredProps extends PageProps {
  readonly filter: RequestFilter
}

/** The number of the newest requests whose carriers, operations and keys are offered as filter links. */
const maxReadRequests = 300

/** Renders filters as links, in groups: the results, carriers, operations and keys of the newest requests. */
function RequestChips({ page, filter }: FilteredProps) {
  const entries = [...page.context.requestLog.newest(maxReadRequests)]
  if (entries.length === 0) return null
  const renderChip = (text: string, chosen: Readonly<Record<string, string>>) => (
    <Chip {...createChipLink({ page, filter }, chosen)}>{page.server.conceal(text)}</Chip>
  )
  const codes = new Set(entries.map(({ errorCode }) => errorCode))
  const results = [
    renderChip('Refused', { status: '4xx' }),
    renderChip('Failed', { status: '5xx' }),
    renderChip('By a fault or magic value', { why: 'decided' }),
    ...[...codes].flatMap((code) => (code === null ? [] : renderChip(code, { code }))),
  ]
  const carriers = listCarriersOfRequests(entries).map((carrier) => renderChip(carrier, { carrier }))
  const calls = new Set(entries.map(({ method, path }) => `${method} ${replaceIdsInPath(path)}`))
  const operations = [...calls].map((call) => {
    const [method = '', path = ''] = call.split(' ')
    return renderChip(call, { method, path })
  })
  const names = new Map(entries.map((entry) => [entry.keyId, describeRequestKey(page, entry)]))
  const keys = [...names].flatMap(([key, name]) => (key === null ? [] : renderChip(name, { key })))
  const groups = Object.entries({ Results: results, Carriers: carriers, Operations: operations, Keys: keys })
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

/** Returns the link of a chip. It adds the chosen values to the filter, or removes them if the filter has them. */
function createChipLink({ page, filter }: FilteredProps, chosen: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(filter.query)
  query.delete('page')
  const isChosen = Object.entries(chosen).every(([name, value]) => query.get(name) === value)
  for (const [name, value] of Object.entries(chosen)) {
    if (isChosen) query.delete(name)
    else query.set(name, value)
  }
  return { isChosen, href: query.size === 0 ? page.path : `${page.path}?${query}` }
}

/** Returns the number of requests that match a filter, and the ones on this page of the list, newest first. */
export function listRequestsOnPage(page: PageRequest, { isChosen, matches }: RequestFilter) {
  const { requestLog } = page.context
  const found = isChosen ? [...requestLog.newest()].filter(matches) : undefined
  const count = found?.length ?? requestLog.size
  const paging = readPaging(page, count)
  const end = paging.from + rowsOnPage
  // Without a filter, requests after this page need not be read.
  return { rows: (found ?? [...requestLog.newest(end)]).slice(paging.from, end), count, paging }
}

function RequestList({ page, filter }: FilteredProps) {
  const { requestLog } = page.context
  const { rows, count, paging } = listRequestsOnPage(page, filter)
  if (requestLog.size === 0)
    return (
      <Empty title="No requests yet">
        <p>Requests with this account’s keys appear here as they happen. For a first one:</p>
        <CodeBlock label="a first request" code={buildExampleRequest(page).curl} />
      </Empty>
    )
  if (rows.length === 0)
    return (
      <Empty title="No request matches this filter">
        <p>{formatCount(requestLog.size)} are kept.</p>
        <LinkButton href={page.path}>Show all</LinkButton>
      </Empty>
    )
  const matching = filter.isChosen ? `${formatCount(count)} of ` : ''
  return (
    <>
      <p class="muted">{matching + formatCount(requestLog.size)} kept. The log keeps the latest 1,000.</p>
      <Table caption="Requests" columns={requestColumns} id="request-rows">
        {rows.map((entry) => (
          <RequestRow page={page} entry={entry} query={filter.query.toString()} />
        ))}
      </Table>
      <PageLinks page={page} paging={paging} of="requests" anchor="requests" />
    </>
  )
}
