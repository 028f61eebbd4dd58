import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { matchesFilter, requestFilter } from '../../control/requests.ts'
import { Button, LinkButton } from '../../pages/components/button.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Empty } from '../../pages/components/empty.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { DashboardPage, PageRequest } from '../page.ts'
import { firstCall } from '../shipments/first-call.ts'
import { RequestRow, requestColumns } from './request-rows.tsx'

const rowsOnPage = 100

const methods = ['GET', 'POST', 'DELETE'] as const

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
        <button type="button" class="button plain" data-pause="requests" hidden aria-pressed="false">
          Pause
        </button>
      ),
      body: (
        <>
          <Filter page={page} errors={filter.errors} />
          <Live page={page} id="requests" topics={['requests']}>
            <Listed page={page} isChosen={filter.isChosen} matches={filter.matches} />
          </Live>
          <ActionForm
            page={page}
            action="clear"
            submit="Empty the log"
            kind="danger"
            confirm="Empty the request log?"
          />
        </>
      ),
    }
  },
}

interface Filtering {
  readonly errors: ReadonlyMap<string, string>
  readonly isChosen: boolean
  matches(entry: LoggedRequest): boolean
}

function readFilter({ query }: PageRequest): Filtering {
  const chosen = Object.fromEntries(
    ['method', 'path', 'status'].flatMap((name) => {
      const value = query.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const isDecided = query.get('why') === 'decided'
  const read = requestFilter.safeParse(chosen)
  const errors = new Map(read.error?.issues.map(({ path, message }) => [String(path[0]), message]))
  return {
    errors,
    isChosen: isDecided || Object.keys(chosen).length > 0,
    matches: (entry) =>
      (!isDecided || entry.decidedBy.length > 0 || entry.lost !== null) &&
      (read.data === undefined || matchesFilter(entry, read.data)),
  }
}

function Filter({
  page,
  errors,
}: {
  readonly page: PageRequest
  readonly errors: ReadonlyMap<string, string>
}) {
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
          options={[['', 'any'], ...methods.map((method): [string, string] => [method, method])]}
        />
        <TextField
          form={form}
          name="status"
          label="Status"
          value={given('status')}
          placeholder="4xx"
          error={errors.get('status')}
        />
        <Choice
          form={form}
          name="why"
          label="Why"
          value={given('why')}
          options={[
            ['', 'anything'],
            ['decided', 'a fault or a magic value'],
          ]}
        />
        <Button>Filter</Button>
        {page.query.size > 0 ? <LinkButton href={page.path}>All</LinkButton> : null}
      </form>
    </search>
  )
}

function Listed({
  page,
  isChosen,
  matches,
}: { readonly page: PageRequest } & Pick<Filtering, 'isChosen' | 'matches'>) {
  const { requestLog } = page.context
  const rows: LoggedRequest[] = []
  let found = 0
  for (const entry of requestLog.newest()) {
    if (!matches(entry)) continue
    found += 1
    if (rows.length < rowsOnPage) rows.push(entry)
    // Only with a filter does counting need the requests beyond this page.
    else if (!isChosen) break
  }
  if (requestLog.size === 0) return <Nothing page={page} />
  if (rows.length === 0)
    return (
      <Empty title="No request matches this filter">
        <p>{requestLog.size} are kept.</p>
        <LinkButton href={page.path}>Show all</LinkButton>
      </Empty>
    )
  const total = isChosen ? `${found} of ${requestLog.size}` : `${requestLog.size}`
  return (
    <>
      <p class="muted">
        {total} kept{rows.length === rowsOnPage ? `, the newest ${rowsOnPage} shown` : ''}. The log keeps the
        latest 1,000.
      </p>
      <Table caption="Requests" columns={requestColumns} id="request-rows">
        {rows.map((entry) => (
          <RequestRow page={page} entry={entry} />
        ))}
      </Table>
    </>
  )
}

function Nothing({ page }: { readonly page: PageRequest }) {
  return (
    <Empty title="No requests yet">
      <p>Requests with this account’s keys appear here as they happen. For a first one:</p>
      <CodeBlock label="a first request" code={firstCall(page).curl} />
    </Empty>
  )
}
