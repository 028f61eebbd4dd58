import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { putInShellQuotes } from '../../command-line.ts'
import { failNotFound } from '../../http/not-found.ts'
import { StatusBadge } from '../../pages/components/badge.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { ExchangeEffects } from '../changes/changes.tsx'
import { Live } from '../changes/live.tsx'
import { writeKeyLine } from '../curl-lines.ts'
import { countText } from '../money/money.ts'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { FrozenLimit, retryAtMs } from '../time/frozen-limit.tsx'
import { Instant } from '../time/instants.tsx'
import { BodyBlock, HeaderBlock, listShownHeaders } from './bodies.tsx'
import { ReasonSentence } from './reason.tsx'
import { findSpecificationSection } from './reasons.ts'
import { readRequestFilter } from './request-filter.ts'
import { describeRequestKey, RequestRow, ResponseReasons, requestColumns } from './request-rows.tsx'
import { listRequestsOnPage } from './requests.tsx'
import { sendActions } from './send-again.ts'
import { EditAndSendForm } from './send-form.tsx'

/** The page of one request, with its response, reasons and effects. */
export const request: DashboardPage = {
  path: 'requests/:id',
  title: 'Request',
  actions: sendActions,
  show: (page) => {
    const id = page.param('id')
    const entry =
      page.context.requestLog.find(id) ??
      failNotFound(
        'request',
        id,
        'The log keeps the latest 1,000 requests since the last start, reset or restored snapshot.',
      )
    const path = page.server.conceal(entry.path)
    const [withoutQuery = ''] = path.split('?')
    return {
      title: `${entry.method} ${withoutQuery}`,
      heading: (
        <>
          {entry.method} <code>{path}</code> <StatusBadge status={entry.status} />
        </>
      ),
      actions: (
        <ActionForm page={page} action="again" submit="Send again" kind="main" values={{ request: id }} />
      ),
      body: (
        <div class="split">
          <RequestListBeside page={page} entry={entry} />
          <div class="split-main">
            <ReasonSentence page={page} entry={entry} />
            <FrozenLimit page={page} untilMs={retryAtMs(entry)} />
            <EditAndSendForm page={page} entry={entry} />
            <ExchangeBodies page={page} entry={entry} />
            <div class="cards">
              <RequestFacts page={page} entry={entry} />
              <Card title="Effects" id="changed">
                {ExchangeEffects(page, entry)}
              </Card>
            </div>
            <Card title="Repeat it in a shell" id="repeat">
              <CodeBlock
                label="the request as a curl line"
                code={writeRequestAsCurl(page, entry)}
                isWrapped
              />
            </Card>
          </div>
        </div>
      ),
    }
  },
}

interface RequestProps extends PageProps {
  readonly entry: LoggedRequest
}

/** Renders the list of requests with its filter. A wide screen shows it beside the request. */
function RequestListBeside({ page, entry }: RequestProps) {
  const filter = readRequestFilter(page)
  const { rows } = listRequestsOnPage(page, filter)
  return (
    <div class="beside">
      <Live page={page} id="requests" topics={['requests']}>
        <a href={`${page.href('requests')}${filter.query.size > 0 ? `?${filter.query}` : ''}`}>
          {filter.isChosen ? 'All that match' : 'All requests'}
        </a>
        <Table caption="Requests" columns={requestColumns} id="request-rows">
          {rows.map((each) => (
            <RequestRow
              page={page}
              entry={each}
              query={filter.query.toString()}
              isCurrent={each.id === entry.id}
            />
          ))}
        </Table>
      </Live>
    </div>
  )
}

/** Renders why the response is as it is, and when, how long and with which key the request was sent. */
function RequestFacts({ page, entry }: RequestProps) {
  const isPlain = entry.errorCode === null && entry.decidedBy.length === 0 && entry.lost === null
  const section = findSpecificationSection(entry.errorCode)
  return (
    <Card title="Why" id="why">
      <Facts
        facts={[
          ['Decided by', isPlain ? 'No fault or magic value' : <ResponseReasons page={page} entry={entry} />],
          section === undefined ? null : ['Specification', <a href={section.href}>{section.title}</a>],
          ['At', <Instant atMs={entry.atMs} nowMs={page.context.clock.now()} />],
          ['Took', `${countText(entry.durationMs.toFixed(2))} ms`],
          ['Key', describeRequestKey(page, entry)],
          ['Request id', <code>{entry.id}</code>],
        ]}
      />
    </Card>
  )
}

function ExchangeBodies({ page, entry }: RequestProps) {
  const { conceal } = page.server
  return (
    <div class="cards">
      <Card title="Request" id="asked">
        <BodyBlock label="Request body" body={entry.requestBody} conceal={conceal} />
        <HeaderBlock label="Request headers" headers={entry.requestHeaders} conceal={conceal} />
      </Card>
      <Card title="Response" id="answered">
        <BodyBlock label="Response body" body={entry.responseBody} conceal={conceal} />
        <HeaderBlock label="Response headers" headers={entry.responseHeaders} conceal={conceal} />
      </Card>
    </div>
  )
}

/** The only header, besides the key, that changes how the service reads a request. */
const repeatedHeader = /^content-type$/i

function writeRequestAsCurl(page: PageRequest, entry: LoggedRequest): string {
  const { conceal } = page.server
  const headers = listShownHeaders(entry.requestHeaders, conceal).filter(([name]) =>
    repeatedHeader.test(name),
  )
  const options = [
    `curl -X ${entry.method} ${putInShellQuotes(page.url + conceal(entry.path))}`,
    ...(entry.keyId === null ? [] : ['-H "Authorization: Bearer $DRYDOCK_KEY"']),
    ...headers.map(([name, value]) => `-H ${putInShellQuotes(`${name}: ${value}`)}`),
    ...(entry.requestBody === null ? [] : [`--data-raw ${putInShellQuotes(conceal(entry.requestBody))}`]),
  ]
  return [...writeKeyLine(page.context, entry.keyId ?? ''), options.join(' \\\n  ')].join('\n')
}
