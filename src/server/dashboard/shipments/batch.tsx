import type { Child } from 'hono/jsx'
import type { BatchItemRecord, BatchRecord } from '../../../simulator/accounts/records/batches.ts'
import { readItemProgress } from '../../../simulator/resources/batches/batch-list.ts'
import { itemsPerStep, stepMs } from '../../../simulator/resources/batches/batch-pace.ts'
import { getBatchItem } from '../../../simulator/resources/batches/batches.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Badge, Card, Facts, Row, Table } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { batchPurchase } from '../buy/buy-actions.ts'
import { findPurchaseErrorCode } from '../buy/parcel-form.ts'
import { ErrorCode, formatCents, formatCount, formatPlace, Instant } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live, PageLinks, readPaging, rowsOnPage } from '../parts.tsx'
import { magicValuesHref } from '../requests/reason.tsx'
import { findFirstKeyId } from '../service/keys-to-send.ts'
import { PastEventsCard } from '../time/moments.tsx'
import { clockMoves, renderAdvanceButton } from '../time/moves.tsx'
import { BatchBadge, ItemProgress } from './batches.tsx'

/** Renders one batch: progress, failures with their reasons, and one page of its items. */
export const batch: DashboardPage = {
  path: 'batches/:id',
  title: 'Batch',
  actions: {
    to: clockMoves.to,
    buy: {
      call: ({ batch: id = '', key = '' }) => ({
        call: `POST /v1/batches/${encodeURIComponent(id)}/buy`,
        keyId: key,
      }),
      message: batchPurchase.message,
    },
  },
  show: async (page) => {
    const id = page.param('id')
    const found =
      page.context.state.batches.get(id) ?? failNotFound('batch', id, 'The page Batches lists all batches.')
    const { itemCount, doneCount, nextStepAtMs } = found
    const steps = Math.ceil((itemCount - doneCount) / itemsPerStep)
    const moves = nextStepAtMs !== null && [
      await renderAdvanceButton(page, 'Advance to its next step', nextStepAtMs),
      await renderAdvanceButton(page, 'Advance to its end', nextStepAtMs + (steps - 1) * stepMs),
    ]
    return {
      subject: ['Batch', id],
      body: (
        <>
          <PastEventsCard page={page} />
          <Live page={page} id="batch" topics={['batches', 'clock']}>
            <ProgressCard page={page} batch={found}>
              {moves}
            </ProgressCard>
            <ItemsCard page={page} batch={found} />
          </Live>
        </>
      ),
    }
  },
}

interface BatchProps extends PageProps {
  readonly batch: BatchRecord
}

function ProgressCard({ page, batch: found, children }: BatchProps & { readonly children: Child }) {
  const { context } = page
  const nowMs = context.clock.now()
  const { counts, priceCents } = readItemProgress(context, found)
  const { id, environment, itemCount, createdAtMs, boughtAtMs, nextStepAtMs } = found
  const items = `${formatCount(itemCount)}: ${formatCount(counts.purchased)} purchased, ${formatCount(counts.failed)} failed, ${formatCount(counts.pending)} pending`
  const key = findFirstKeyId(context, environment)
  const payment = environment === 'test' ? 'not charged' : describePayment(found.totalCostCents - priceCents)
  return (
    <Card title="Progress" id="about" aside={<BatchBadge batch={found} />}>
      <ItemProgress page={page} batch={found} />
      <Facts
        facts={[
          ['Items', items],
          ['Price', `${formatCents(priceCents)}, ${payment}`],
          ['Created', <Instant atMs={createdAtMs} nowMs={nowMs} />],
          ['Bought', boughtAtMs === null ? 'not yet' : <Instant atMs={boughtAtMs} nowMs={nowMs} />],
          nextStepAtMs === null ? null : ['Next step', <Instant atMs={nextStepAtMs} nowMs={nowMs} />],
        ]}
      />
      {boughtAtMs !== null ? null : (
        <ActionForm page={page} action="buy" submit="Buy batch" kind="main" values={{ batch: id, key }} />
      )}
      {children}
    </Card>
  )
}

/** Describes when a live batch was paid, and the refund for its failed items. */
function describePayment(refundCents: number): string {
  const text = 'paid when the batch was created'
  return refundCents === 0 ? text : `${text}, after a refund of ${formatCents(refundCents)} for failed items`
}

function ItemsCard({ page, batch: found }: BatchProps) {
  const { failed } = readItemProgress(page.context, found)
  const isFailedOnly = page.query.get('status') === 'failed'
  const count = isFailedOnly ? failed.length : found.itemCount
  const paging = readPaging(page, count)
  const length = Math.min(rowsOnPage, count - paging.from)
  const filter = (
    <div class="row">
      <a href="?" aria-current={isFailedOnly ? undefined : 'true'}>
        All
      </a>
      <a href="?status=failed" aria-current={isFailedOnly ? 'true' : undefined}>
        Failed ({formatCount(failed.length)})
      </a>
    </div>
  )
  return (
    <Card title="Items" id="items" aside={filter}>
      {count === 0 ? (
        <p class="muted">No item has failed.</p>
      ) : (
        <Table caption="Items" columns={columns}>
          {Array.from({ length }, (_, each) => {
            const place = paging.from + each
            return <ItemRow page={page} batch={found} index={isFailedOnly ? (failed[place] ?? 0) : place} />
          })}
        </Table>
      )}
      <PageLinks page={page} paging={paging} of="items" anchor="items" links={['Previous', 'Next']} />
    </Card>
  )
}

const columns = { 'No.': 'number', What: '', To: 'minor', State: '', Price: 'number' }

function ItemRow({ page, batch: found, index }: BatchProps & { readonly index: number }) {
  const item = getBatchItem(page.context, found, index)
  const service = `${item.carrier} ${item.service}`
  const cells = [
    formatCount(index + 1),
    item.labelId === null ? (
      <span class="nowrap">{service}</span>
    ) : (
      <a class="nowrap" href={page.href(`shipments/${item.labelId}`)} data-row>
        {service}
      </a>
    ),
    formatPlace(page, item.to),
    <ItemState item={item} />,
    formatCents(item.rateCents),
  ]
  return <Row columns={columns} cells={cells} />
}

function ItemState({ item: { status, error, to } }: { readonly item: BatchItemRecord }) {
  if (status === 'purchased') return <Badge tone="good">purchased</Badge>
  if (status === 'pending') return <Badge>pending</Badge>
  return (
    <>
      <Badge tone="bad">failed</Badge> <ErrorCode code={error?.code ?? ''} />{' '}
      <span class="muted">{error?.message}</span>
      {error !== null && findPurchaseErrorCode(to.name) === error.code ? (
        <a class="nowrap" href={magicValuesHref}>
          {' '}
          A magic value causes it.
        </a>
      ) : null}
    </>
  )
}
