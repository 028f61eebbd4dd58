import type { BatchItemRecord, BatchRecord } from '../../../simulator/accounts/records/batches.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { readItemProgress } from '../../../simulator/resources/batches/batch-list.ts'
import { itemsPerStep, stepMs } from '../../../simulator/resources/batches/batch-pace.ts'
import { getBatchItem } from '../../../simulator/resources/batches/batches.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { purchaseStartedText } from '../buy/buy-actions.ts'
import { findPurchaseErrorCode } from '../buy/outcomes.ts'
import { formatPlace } from '../buy/validated.tsx'
import { Live } from '../changes/live.tsx'
import { ErrorCode } from '../error-code.tsx'
import { centsText, countText } from '../money/money.ts'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { PageLinks, readPaging, rowsOnPage } from '../paging.tsx'
import { magicValuesHref } from '../requests/reasons.ts'
import { firstKeyId } from '../service/keys-to-send.ts'
import { clockMoves } from '../time/clock-moves.ts'
import { MoveEffects, previewEffects } from '../time/effects.tsx'
import { PastEventsCard } from '../time/happened-card.tsx'
import { Instant } from '../time/instants.tsx'
import { BatchBadge, ItemProgress } from './batch-parts.tsx'

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
      message: () => purchaseStartedText,
    },
  },
  show: async (page) => {
    const id = page.param('id')
    const found =
      page.context.state.batches.get(id) ?? failNotFound('batch', id, 'The page Batches lists all batches.')
    return {
      subject: ['Batch', id],
      body: (
        <>
          <PastEventsCard page={page} />
          <Live page={page} id="batch" topics={['batches', 'clock']}>
            <ProgressCard page={page} batch={found} moves={await listBatchMoves(page, found)} />
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

/** An advance of the clock that the page offers, with its effects. */
interface BatchMove {
  readonly submit: string
  readonly toMs: number
  readonly effects: PreviewBody | undefined
}

/** Returns the advances to the next and to the last step of a batch that is being bought. */
function listBatchMoves({ context }: PageRequest, found: BatchRecord): Promise<readonly BatchMove[]> {
  const { nextStepAtMs } = found
  if (nextStepAtMs === null) return Promise.resolve([])
  const moves = [
    ['Advance to its next step', nextStepAtMs],
    ['Advance to its end', computeBatchEndMs(found, nextStepAtMs)],
  ] as const
  return Promise.all(
    moves.map(async ([submit, toMs]) => ({
      submit,
      toMs,
      effects: await previewEffects(context, { toMs }),
    })),
  )
}

function ProgressCard({ page, batch: found, moves }: BatchProps & { readonly moves: readonly BatchMove[] }) {
  const { context } = page
  const nowMs = context.clock.now()
  const { counts, priceCents } = readItemProgress(context, found)
  const refundCents = found.totalCostCents - priceCents
  const { itemCount, createdAtMs, boughtAtMs, nextStepAtMs } = found
  return (
    <Card title="Progress" id="about" aside={<BatchBadge batch={found} />}>
      <ItemProgress context={context} batch={found} />
      <Facts
        facts={[
          [
            'Items',
            `${countText(itemCount)}: ${countText(counts.purchased)} purchased, ${countText(counts.failed)} failed, ${countText(counts.pending)} pending`,
          ],
          [
            'Price',
            `${centsText(priceCents)}, ${found.environment === 'test' ? 'not charged' : describePayment(refundCents)}`,
          ],
          ['Created', <Instant atMs={createdAtMs} nowMs={nowMs} />],
          ['Bought', boughtAtMs === null ? 'not yet' : <Instant atMs={boughtAtMs} nowMs={nowMs} />],
          nextStepAtMs === null ? null : ['Next step', <Instant atMs={nextStepAtMs} nowMs={nowMs} />],
        ]}
      />
      {boughtAtMs !== null ? null : (
        <ActionForm
          page={page}
          action="buy"
          submit="Buy batch"
          kind="main"
          values={{ batch: found.id, key: firstKeyId(context, found.environment) }}
        />
      )}
      {moves.map(({ submit, toMs, effects }) => (
        <div class="row">
          <ActionForm page={page} action="to" submit={submit} values={{ to: toTimestamp(toMs) }} />
          <MoveEffects of={effects} />
        </div>
      ))}
    </Card>
  )
}

/** Describes when a live batch was paid, and the refund for its failed items. */
function describePayment(refundCents: number): string {
  const text = 'paid when the batch was created'
  return refundCents === 0 ? text : `${text}, after a refund of ${centsText(refundCents)} for failed items`
}

/** Returns the time at which the last step of a batch is due. */
function computeBatchEndMs({ itemCount, doneCount }: BatchRecord, nextStepAtMs: number): number {
  const steps = Math.ceil((itemCount - doneCount) / itemsPerStep)
  return nextStepAtMs + (steps - 1) * stepMs
}

function ItemsCard({ page, batch: found }: BatchProps) {
  const { failed } = readItemProgress(page.context, found)
  const isFailedOnly = page.query.get('status') === 'failed'
  const count = isFailedOnly ? failed.length : found.itemCount
  const paging = readPaging(page, count)
  const length = Math.min(rowsOnPage, count - paging.from)
  const places = Array.from({ length }, (_, each) => paging.from + each)
  return (
    <Card title="Items" id="items" aside={<ItemFilter isFailedOnly={isFailedOnly} failed={failed.length} />}>
      {count === 0 ? (
        <p class="muted">No item has failed.</p>
      ) : (
        <Table caption="Items" columns={columns}>
          {places.map((place) => (
            <ItemRow page={page} batch={found} index={isFailedOnly ? (failed[place] ?? 0) : place} />
          ))}
        </Table>
      )}
      <PageLinks page={page} paging={paging} of="items" anchor="items" links={['Previous', 'Next']} />
    </Card>
  )
}

function ItemFilter({ isFailedOnly, failed }: { readonly isFailedOnly: boolean; readonly failed: number }) {
  return (
    <div class="row">
      <a href="?" aria-current={isFailedOnly ? undefined : 'true'}>
        All
      </a>
      <a href="?status=failed" aria-current={isFailedOnly ? 'true' : undefined}>
        Failed ({countText(failed)})
      </a>
    </div>
  )
}

const columns = [
  { name: 'No.', isNumber: true },
  { name: 'What' },
  { name: 'To', isMinor: true },
  { name: 'State' },
  { name: 'Price', isNumber: true },
]

function ItemRow({ page, batch: found, index }: BatchProps & { readonly index: number }) {
  const item = getBatchItem(page.context, found, index)
  return (
    <tr>
      <Cell isNumber>{countText(index + 1)}</Cell>
      <Cell>
        {item.labelId === null ? (
          <span class="nowrap">
            {item.carrier} {item.service}
          </span>
        ) : (
          <a class="nowrap" href={page.href(`shipments/${item.labelId}`)} data-row>
            {item.carrier} {item.service}
          </a>
        )}
      </Cell>
      <Cell isMinor>{formatPlace(page, item.to)}</Cell>
      <Cell>
        <ItemState item={item} />
      </Cell>
      <Cell isNumber>{centsText(item.rateCents)}</Cell>
    </tr>
  )
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
