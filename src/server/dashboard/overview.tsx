import type { Context } from '../../simulator/accounts/context.ts'
import { hasEnded } from '../../simulator/faults/trigger-fault.ts'
import { showTimeline } from '../../simulator/time/moments.ts'
import { Badge } from '../pages/components/badge.tsx'
import { Card, Facts, Tile } from '../pages/components/card.tsx'
import { CodeBlock } from '../pages/components/code-block.tsx'
import { Table } from '../pages/components/table.tsx'
import { quoteOrValidate } from './buy/buy-actions.ts'
import { BuyForm } from './buy/buy-form.tsx'
import { Live } from './changes/live.tsx'
import { centsText, countOf, countText } from './money/money.ts'
import type { DashboardPage, PageProps } from './page.ts'
import { RequestRow, requestColumns } from './requests/request-rows.tsx'
import { buildFirstCall } from './shipments/first-call.ts'
import { Instant } from './time/instants.tsx'
import { describeMoment } from './time/moments.tsx'
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
          <TrafficTile page={page} />
          <DeliveryTile page={page} />
          <FaultTile page={page} />
          <WalletTile page={page} />
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
  const { curl, path, key, body } = buildFirstCall(page)
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

function TrafficTile({ page }: PageProps) {
  const { requestLog, clock } = page.context
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
  const value = sent === requestLog.size && sent >= 1_000 ? '1,000+' : countText(sent)
  return (
    <Tile
      name="Requests"
      value={value}
      detail={`in the last minute: ${countText(refused)} refused, ${countText(failed)} failed`}
      href={page.href('requests')}
    />
  )
}

function DeliveryTile({ page }: PageProps) {
  const { url } = page.context.state.webhook.get()
  const counts = { pending: 0, succeeded: 0, failed: 0 }
  for (const { status } of listLatestDeliveries(page)) counts[status] += 1
  const value = url === null ? 'none' : `${counts.succeeded} delivered`
  const detail =
    url === null
      ? 'No webhook URL is set'
      : `${counts.pending} pending, ${counts.failed} failed, of the latest`
  return <Tile name="Webhooks" value={value} detail={detail} href={page.href('webhooks')} />
}

function FaultTile({ page }: PageProps) {
  const { state, clock } = page.context
  const faults = [...state.faults.values()].filter((fault) => !hasEnded(fault, clock.now()))
  const hits = faults.reduce((sum, fault) => sum + fault.hits, 0)
  return (
    <Tile
      name="Faults"
      value={faults.length === 0 ? 'none' : countText(faults.length)}
      detail={faults.length === 0 ? 'Everything works' : `triggered ${countOf(hits, 'time')}`}
      href={page.href('carriers')}
    />
  )
}

function WalletTile({ page }: PageProps) {
  const { balanceCents, paymentMethod } = page.context.state.wallet.get()
  return (
    <Tile
      name="Wallet"
      value={centsText(balanceCents)}
      detail={`live; card: ${paymentMethod}`}
      href={page.href('wallet')}
    />
  )
}

function NextEventCard({ page }: PageProps) {
  const [next] = findNextEvent(page.context)
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

function findNextEvent(context: Context) {
  return showTimeline(context, { fromMs: context.clock.now(), toMs: Number.POSITIVE_INFINITY, limit: 1 }).due
}

function LatestRequests({ page }: PageProps) {
  const { requestLog } = page.context
  if (requestLog.size === 0) return null
  const entries = [...requestLog.newest(latestRequestCount)]
  const failed = entries.filter(({ status }) => status >= 400).length
  return (
    <Card
      title="Latest requests"
      id="latest"
      aside={failed === 0 ? undefined : <Badge tone="warn">{failed} of them refused or failed</Badge>}
    >
      <Table caption="Latest requests" columns={requestColumns}>
        {entries.map((entry) => (
          <RequestRow page={page} entry={entry} />
        ))}
      </Table>
    </Card>
  )
}
