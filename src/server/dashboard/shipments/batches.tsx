import type { BatchRecord } from '../../../simulator/accounts/records/batches.ts'
import { readItemProgress } from '../../../simulator/resources/batches/batch-list.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Cell, Empty } from '../../pages/components/table.tsx'
import { buyCsv, CsvForm } from '../buy/csv-form.tsx'
import { Live } from '../changes/live.tsx'
import { centsText, countOf } from '../money/money.ts'
import { NewestTable } from '../newest-table.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { BatchBadge, ItemProgress } from './batch-parts.tsx'

/** Lists the batches of both environments with their progress, newest first. */
export const batches: DashboardPage = {
  path: 'batches',
  title: 'Batches',
  shortcut: 'b',
  actions: { csv: buyCsv },
  body: (page) => (
    <>
      <Card
        title="New batch"
        id="new"
        aside={<a href={page.href('buy?copies=10')}>N copies of one parcel</a>}
      >
        <CsvForm page={page} />
      </Card>
      <Live page={page} id="batches" topics={['batches', 'clock']}>
        <BatchList page={page} />
      </Live>
    </>
  ),
}

const columns = [
  { name: 'When', isMinor: true },
  { name: 'Batch' },
  { name: 'Progress' },
  { name: 'Price', isNumber: true },
]

function BatchList({ page }: PageProps) {
  return (
    <NewestTable
      page={page}
      anchor="batches"
      records={page.context.state.batches}
      caption="Batches"
      nouns={['batch', 'batches']}
      columns={columns}
      row={(batch) => <BatchRow page={page} batch={batch} />}
      empty={
        <Empty title="No batches yet">
          <p>
            Fill in the template above with up to 5,000 rows, or let your client send{' '}
            <code>POST /v1/batches</code>. This page then shows how many labels are bought. The{' '}
            <a href={`/docs/operations/createBatch?account=${page.context.id}`}>reference</a> has an example.
          </p>
        </Empty>
      }
    />
  )
}

function BatchRow({ page, batch }: PageProps & { readonly batch: BatchRecord }) {
  const { id, environment, itemCount, createdAtMs } = batch
  return (
    <tr id={id}>
      <Cell isMinor>
        <Instant atMs={createdAtMs} nowMs={page.context.clock.now()} />
      </Cell>
      <Cell>
        <a href={page.href(`batches/${id}`)} data-row>
          {countOf(itemCount, 'item')}
        </a>{' '}
        <BatchBadge batch={batch} /> {environment === 'test' ? <Badge>test</Badge> : null}
      </Cell>
      <Cell>
        <ItemProgress context={page.context} batch={batch} />
      </Cell>
      <Cell isNumber>{centsText(readItemProgress(page.context, batch).priceCents)}</Cell>
    </tr>
  )
}
