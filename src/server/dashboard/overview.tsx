import { hasEnded } from '../../simulator/faults/trigger-fault.ts'
import { Badge, Card, CodeBlock, Facts, Table, Tile } from '../pages/components.ts'
import { quoteOrValidate } from './buy/buy-actions.ts'
import { BuyForm } from './buy/buy-form.tsx'
import { buildExampleRequest } from './curl-lines.ts'
import { formatCents, formatCount, formatCountWithNoun, Instant } from './format.tsx'
import type { DashboardPage, PageProps, PageRequest } from './page.ts'
import { Live } from './parts.tsx'
import { RequestRow, requestColumns } from './requests/request-rows.tsx'
import { describeMoment, findNextMoment } from './time/moments.tsx'
import { listLatestDeliveries } from './webhooks/webhooks.tsx'

const minuteMs = 60_000
const latestRequestCount = 8

/** The page with the account's current state. An account without requests has first steps instead. */
export const overview: DashboardPage = {
  path: '',
  title: 'Overview',
  shortcut: 'o',
  actions: { ask: quoteOrValidate },
  body: (page) => (
    <>
      <Live page={page} id="overview" topics={['requests', 'clock', 'faults', 'deliveries', 'wallet']}>
        {page.context.requestLog.size === 0 ? <FirstSteps page={page} /> : null}
        <div class="tiles">
          {[
            createRequestsTile(page),
            createWebhooksTile(page),
            createFaultsTile(page),
            createWalletTile(page),
          ].map((tile) => (
            <Tile {...tile} />
          ))}
        </div>
      </Live>
      <Card title="Buy a label" id="buy">
        <BuyForm page={page} />
      </Card>
      <Live page={page} id="latest-events" topics={['requests', 'clock']}>
        <NextEventCard page={page} />
        <LatestRequests page={page} />
      </Live>
    </>
  ),
}

function FirstSteps({ page }: PageProps) {
  const { curl, path, key, body } = buildExampleRequest(page)
  return (
    <Card title="Get started" id="begin">
      <p>
        This account has received no requests yet. Point your integration at <code>{page.url}</code> with the
        test key <code>{key}</code>, or send a first request: it asks all four carriers for the price of one
        parcel.
      </p>
      <CodeBlock label="a first request" code={curl} isWrapped />
      <div class="row">
        <button type="button" class="button main" data-send={path} data-key={key} data-body={body} hidden>
          Send it
        </button>
        <a href="/docs">All operations</a>
      </div>
    </Card>
  )
}

function createRequestsTile({ context, href }: PageRequest) {
  const { requestLog, clock } = context
  const sinceMs = clock.now() - minuteMs
  let sent = 0
  let refused = 0
  let failed = 0
  for (const { atMs, status } of requestLog.newest()) {
    if (atMs < sinceMs) break
    sent += 1
    if (status >= 500) failed += 1
    else if (status >= 400) refused += 1
  }
  const value = sent === requestLog.size && sent >= 1_000 ? '1,000+' : formatCount(sent)
  const detail = `in the last minute: ${formatCount(refused)} refused, ${formatCount(failed)} failed`
  return { name: 'Requests', value, detail, href: href('requests') }
}

function createWebhooksTile(page: PageRequest) {
  const about = { name: 'Webhooks', href: page.href('webhooks') }
  if (page.context.state.webhook.get().url === null)
    return { ...about, value: 'none', detail: 'No webhook URL is set' }
  const counts = { pending: 0, succeeded: 0, failed: 0 }
  for (const { status } of listLatestDeliveries(page)) counts[status] += 1
  const detail = `${counts.pending} pending, ${counts.failed} failed, of the latest`
  return { ...about, value: `${counts.succeeded} delivered`, detail }
}

function createFaultsTile({ context: { state, clock }, href }: PageRequest) {
  const about = { name: 'Faults', href: href('carriers') }
  const faults = [...state.faults.values()].filter((fault) => !hasEnded(fault, clock.now()))
  if (faults.length === 0) return { ...about, value: 'none', detail: 'Everything works' }
  const hits = faults.reduce((sum, fault) => sum + fault.hits, 0)
  return {
    ...about,
    value: formatCount(faults.length),
    detail: `triggered ${formatCountWithNoun(hits, 'time')}`,
  }
}

function createWalletTile({ context, href }: PageRequest) {
  const { balanceCents, paymentMethod } = context.state.wallet.get()
  const detail = `live; card: ${paymentMethod}`
  return { name: 'Wallet', value: formatCents(balanceCents), detail, href: href('wallet') }
}

function NextEventCard({ page }: PageProps) {
  const next = findNextMoment(page.context)
  const nowMs = page.context.clock.now()
  return (
    <Card title="Next" id="next" aside={<a href={page.href('time')}>Time</a>}>
      {next === undefined ? (
        <p class="muted">Nothing is due.</p>
      ) : (
        <Facts
          facts={[
            ['What', describeMoment(next)],
            ['When', <Instant atMs={Date.parse(next.at)} nowMs={nowMs} />],
          ]}
        />
      )}
    </Card>
  )
}

function LatestRequests({ page }: PageProps) {
  const { requestLog } = page.context
  if (requestLog.size === 0) return null
  const entries = [...requestLog.newest(latestRequestCount)]
  const failed = entries.filter(({ status }) => status >= 400).length
  const aside = failed === 0 ? undefined : <Badge tone="warn">{failed} of them refused or failed</Badge>
  return (
    <Card title="Latest requests" id="latest" aside={aside}>
      <Table caption="Latest requests" columns={requestColumns}>
        {entries.map((entry) => (
          <RequestRow page={page} entry={entry} />
        ))}
      </Table>
    </Card>
  )
}
