import { Button, LinkButton } from '../../pages/components/button.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Empty, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { countOf, countText } from '../money/money.ts'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { PageLinks, readPaging, rowsOnPage } from '../paging.tsx'
import { buildFirstCall } from '../shipments/first-call.ts'
import { RequestChips } from './request-chips.tsx'
import { type RequestFilter, readRequestFilter } from './request-filter.ts'
import { RequestRow, requestColumns } from './request-rows.tsx'

/** The query parameters that only chips set. The filter form keeps them. */
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
            <ActionForm
              page={page}
              action="clear"
              submit="Empty the log"
              kind="danger"
              confirm={askToEmptyLog(page.context.requestLog.size, filter.isChosen)}
            />
          </Live>
        </>
      ),
    }
  },
}

/** Returns the question before the log is emptied. It says that hidden requests are removed as well. */
function askToEmptyLog(count: number, isFiltered: boolean): string {
  const besides = isFiltered ? ', also those that the filter hides' : ''
  return `Empty the request log? It removes ${countOf(count, 'request')}${besides}.`
}

function FilterForm({ page, errors }: PageProps & Pick<RequestFilter, 'errors'>) {
  const given = (name: string) => page.query.get(name) ?? ''
  const field = (name: string) => ({ form: 'filter', name, value: given(name), error: errors.get(name) })
  return (
    <search>
      <form method="get" action={page.path} class="inline filled">
        <TextField {...field('path')} label="Path" placeholder="/v1/labels*" isSearch />
        <Choice {...field('method')} label="Method" options={[['', 'any'], 'GET', 'POST', 'DELETE']} />
        <TextField {...field('status')} label="Status" placeholder="4xx" />
        {chipParameters.map((name) =>
          given(name) === '' ? null : <input type="hidden" name={name} value={given(name)} />,
        )}
        <Button>Filter</Button>
        {page.query.size > 0 ? <LinkButton href={page.path}>All</LinkButton> : null}
      </form>
    </search>
  )
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

function RequestList({ page, filter }: PageProps & { readonly filter: RequestFilter }) {
  const { requestLog } = page.context
  const { rows, count, paging } = listRequestsOnPage(page, filter)
  if (requestLog.size === 0) return <NoRequests page={page} />
  if (rows.length === 0)
    return (
      <Empty title="No request matches this filter">
        <p>{countText(requestLog.size)} are kept.</p>
        <LinkButton href={page.path}>Show all</LinkButton>
      </Empty>
    )
  const total = filter.isChosen
    ? `${countText(count)} of ${countText(requestLog.size)}`
    : countText(requestLog.size)
  return (
    <>
      <p class="muted">{total} kept. The log keeps the latest 1,000.</p>
      <Table caption="Requests" columns={requestColumns} id="request-rows">
        {rows.map((entry) => (
          <RequestRow page={page} entry={entry} query={filter.query.toString()} />
        ))}
      </Table>
      <PageLinks page={page} paging={paging} of="requests" anchor="requests" />
    </>
  )
}

function NoRequests({ page }: PageProps) {
  return (
    <Empty title="No requests yet">
      <p>Requests with this account’s keys appear here as they happen. For a first one:</p>
      <CodeBlock label="a first request" code={buildFirstCall(page).curl} />
    </Empty>
  )
}
