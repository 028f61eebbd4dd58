import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { findDeliveryOfLabel } from '../../../simulator/resources/deliveries.ts'
import { iterateNewestFirst } from '../../../simulator/resources/newest.ts'
import { putInShellQuotes } from '../../command-line.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Card, CodeBlock, Facts, JsonBlock, StatusBadge, Table } from '../../pages/components.ts'
import type { Conceal } from '../../service/redact.ts'
import { ActionForm } from '../action-form.tsx'
import { writeKeyLine } from '../curl-lines.ts'
import { formatCents, formatCount, formatCountWithNoun, Instant } from '../format.tsx'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { Live } from '../parts.tsx'
import { FrozenLimit, readRetryTimeMs } from '../time/time.tsx'
import { findSpecificationSection, ReasonSentence } from './reason.tsx'
import { readRequestFilter } from './request-filter.ts'
import { describeRequestKey, RequestRow, ResponseReasons, requestColumns } from './request-rows.tsx'
import { listRequestsOnPage } from './requests.tsx'
import { EditAndSendForm, sendActions } from './send-again.tsx'

/** The page of one request, with its response, reasons and effects. */
export const request: DashboardPage = {
  path: 'requests/:id',
  title: 'Request',
  actions: sendActions,
  show: (page) => {
    const id = page.param('id')
    const hint = 'The log keeps the latest 1,000 requests since the last start, reset or restored snapshot.'
    const entry = page.context.requestLog.find(id) ?? failNotFound('request', id, hint)
    const { conceal } = page.server
    const path = conceal(entry.path)
    const [withoutQuery = ''] = path.split('?')
    const curl = writeRequestAsCurl(page, entry)
    const { requestBody, requestHeaders, responseBody, responseHeaders } = entry
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
            <FrozenLimit page={page} untilMs={readRetryTimeMs(entry)} />
            <EditAndSendForm page={page} entry={entry} />
            <div class="cards">
              <Card title="Request" id="asked">
                {renderMessage('Request', requestBody, requestHeaders, conceal)}
              </Card>
              <Card title="Response" id="answered">
                {renderMessage('Response', responseBody, responseHeaders, conceal)}
              </Card>
            </div>
            <div class="cards">
              <RequestFacts page={page} entry={entry} />
              <Card title="Effects" id="changed">
                {renderExchangeEffects(page, entry)}
              </Card>
            </div>
            <Card title="Repeat it in a shell" id="repeat">
              <CodeBlock label="the request as a curl line" code={curl} isWrapped />
            </Card>
          </div>
        </div>
      ),
    }
  },
}

/** Renders the list of requests with its filter. A wide screen shows it beside the request. */
function RequestListBeside({ page, entry }: PageProps & { readonly entry: LoggedRequest }) {
  const filter = readRequestFilter(page)
  const { rows } = listRequestsOnPage(page, filter)
  const query = filter.query.toString()
  return (
    <div class="beside">
      <Live page={page} id="requests" topics={['requests']}>
        <a href={page.href('requests') + (query === '' ? '' : `?${query}`)}>
          {filter.isChosen ? 'All that match' : 'All requests'}
        </a>
        <Table caption="Requests" columns={requestColumns} id="request-rows">
          {rows.map((each) => (
            <RequestRow page={page} entry={each} query={query} isCurrent={each.id === entry.id} />
          ))}
        </Table>
      </Live>
    </div>
  )
}

/** Renders why the response is as it is, and when, how long and with which key the request was sent. */
function RequestFacts({ page, entry }: PageProps & { readonly entry: LoggedRequest }) {
  const isPlain = entry.errorCode === null && entry.decidedBy.length === 0 && entry.lost === null
  const section = findSpecificationSection(entry.errorCode)
  return (
    <Card title="Why" id="why">
      <Facts
        facts={[
          ['Decided by', isPlain ? 'No fault or magic value' : <ResponseReasons page={page} entry={entry} />],
          section === undefined ? null : ['Specification', <a href={section.href}>{section.title}</a>],
          ['At', <Instant atMs={entry.atMs} nowMs={page.context.clock.now()} />],
          ['Took', `${formatCount(entry.durationMs.toFixed(2))} ms`],
          ['Key', describeRequestKey(page, entry)],
          ['Request id', <code>{entry.id}</code>],
        ]}
      />
    </Card>
  )
}

/** Renders the body of a request or response, and its headers in a section that is closed at first. */
function renderMessage(name: string, body: string | null, headers: readonly string[], conceal: Conceal) {
  const lines = listShownHeaders(headers, conceal).map((pair) => pair.join(': '))
  return (
    <>
      {body === null ? (
        <p class="muted">{name} body: none.</p>
      ) : (
        <JsonBlock label={`${name} body`} text={conceal(body)} />
      )}
      <details>
        <summary>{name} headers</summary>
        <CodeBlock label={`${name} headers`} code={lines.join('\n')} />
      </details>
    </>
  )
}

/** Headers with secrets, which pages never show. */
const hiddenHeaders = /^(?:cookie|set-cookie|proxy-authorization)$/i

/** Returns the headers that a page may show, as pairs of name and value. `headers` alternates names and values. */
function listShownHeaders(headers: readonly string[], conceal: Conceal): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]]
    if (!hiddenHeaders.test(name)) pairs.push([conceal(name), conceal(value)])
  }
  return pairs
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

type Fact = readonly [name: string, value: Child]

/** The beginning of the ids of each kind of resource, its name, and the path of its pages below the account. */
const resourceKinds = [
  ['lbl_', 'Label', 'shipments'],
  ['trk_', 'Tracker', 'tracking'],
  ['bat_', 'Batch', 'batches'],
] as const

/** Renders the effects of a request: its resource, wallet transactions and webhook event. */
export function renderExchangeEffects(page: PageRequest, entry: LoggedRequest): Child {
  const { status, method, path, responseBody, atMs } = entry
  if (status >= 400 || method === 'GET') return <p class="muted">The request changed nothing.</p>
  const findKind = (id: string) => resourceKinds.find(([prefix]) => id.startsWith(prefix))
  // The id of the resource that the request created or changed is in the response or in the path.
  const id = readId(responseBody) ?? path.split('/').find(findKind) ?? ''
  const [, what, place] = findKind(id) ?? []
  if (what === undefined) return <p class="muted">The request changed nothing that has its own page.</p>
  const link = (
    <a href={page.href(`${place}/${id}`)}>
      <code>{id}</code>
    </a>
  )
  return <Facts facts={[[what, link], ...listMoneyFacts(page, id, atMs), ...listDeliveryFacts(page, id)]} />
}

function readId(body: string | null): string | undefined {
  try {
    const { id } = Object(JSON.parse(body ?? 'null'))
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** Returns the wallet transactions of a resource since `sinceMs`, the time of the request. */
function listMoneyFacts({ context }: PageRequest, id: string, sinceMs: number): Fact[] {
  const facts: Fact[] = []
  for (const line of iterateNewestFirst(context.state.ledger)) {
    if (line.atMs < sinceMs) break
    if (line.reference !== id) continue
    const before = line.balanceCents - line.amountCents
    facts.push([`Wallet: ${line.kind}`, `${formatCents(before)} → ${formatCents(line.balanceCents)}`])
  }
  return facts.reverse()
}

function listDeliveryFacts(page: PageRequest, labelId: string): Fact[] {
  const label = page.context.state.labels.get(labelId)
  const delivery = label && findDeliveryOfLabel(page.context, label)
  if (delivery === undefined) return []
  const { id, status, attempts } = delivery
  const text = `${status}, ${formatCountWithNoun(attempts.length, 'attempt')}`
  return [['Webhook', <a href={page.href(`webhooks/${id}`)}>{text}</a>]]
}
