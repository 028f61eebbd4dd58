import { Button, LinkButton } from '../../pages/components/button.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Empty, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { countOf, countText } from '../money/money.ts'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { Pages, readPaging, rowsOnPage } from '../paging.tsx'
import { buildFirstCall } from '../shipments/first-call.ts'
import { RequestChips } from './request-chips.tsx'
import { type Filtering, readFilter } from './request-filter.ts'
import { RequestRow, requestColumns } from './request-rows.tsx'

/** The parameters that the chips set and the form keeps. */
const hiddenNames = ['why', 'code', 'key', 'carrier'] as const

/** Lists the account's requests, live. The URL contains the filter. */
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
    const filter = readFilter(page)
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
          <Filter page={page} errors={filter.errors} />
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
              confirm={emptyingQuestion(page.context.requestLog.size, filter.isChosen)}
            />
          </Live>
        </>
      ),
    }
  },
}

/** Asks before the log is emptied: the filter of the page does not narrow what is removed. */
function emptyingQuestion(count: number, isFiltered: boolean): string {
  const besides = isFiltered ? ', also those that the filter hides' : ''
  return `Empty the request log? It removes ${countOf(count, 'request')}${besides}.`
}

function Filter({ page, errors }: PageProps & Pick<Filtering, 'errors'>) {
  const given = (name: string) => page.query.get(name) ?? ''
  const form = 'filter'
  return (
    <search>
      <form method="get" action={page.path} class="inline filled">
        <TextField
          form={form}
          name="path"
          label="Path"
          value={given('path')}
          placeholder="/v1/labels*"
          error={errors.get('path')}
          isSearch
        />
        <Choice
          form={form}
          name="method"
          label="Method"
          value={given('method')}
          options={[['', 'any'], 'GET', 'POST', 'DELETE']}
        />
        <TextField
          form={form}
          name="status"
          label="Status"
          value={given('status')}
          placeholder="4xx"
          error={errors.get('status')}
        />
        {hiddenNames.map((name) =>
          given(name) === '' ? null : <input type="hidden" name={name} value={given(name)} />,
        )}
        <Button>Filter</Button>
        {page.query.size > 0 ? <LinkButton href={page.path}>All</LinkButton> : null}
      </form>
    </search>
  )
}

/** Returns the number of requests that match, and those on this page of the list, newest first. */
export function findRequests(page: PageRequest, { isChosen, matches }: Filtering) {
  const { requestLog } = page.context
  const found = isChosen ? [...requestLog.newest()].filter(matches) : undefined
  const count = found?.length ?? requestLog.size
  const paging = readPaging(page, count)
  const end = paging.from + rowsOnPage
  // Without a filter, the requests beyond this page are not read.
  return { rows: (found ?? [...requestLog.newest(end)]).slice(paging.from, end), count, paging }
}

function RequestList({ page, filter }: PageProps & { readonly filter: Filtering }) {
  const { requestLog } = page.context
  const { rows, count, paging } = findRequests(page, filter)
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
      <Pages page={page} paging={paging} of="requests" anchor="requests" />
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
