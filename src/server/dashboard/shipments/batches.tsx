import type { BatchRecord } from '../../../simulator/accounts/records/batches.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { readItemProgress } from '../../../simulator/resources/batches/batch-list.ts'
import { Badge, Card, Choice, Empty, FileField, Row } from '../../pages/components.ts'
import { ActionForm, KeyChoice, readRefusedField } from '../action-form.tsx'
import { batchPurchase, buildBatchPurchaseCalls } from '../buy/buy-actions.ts'
import { readCsvItems, toCsvProblem, writeCsvTemplate } from '../buy/csv.ts'
import { findPresetAddress, presetOptions, senderPresetId } from '../buy/parcel-form.ts'
import { formatCents, formatCount, formatCountWithNoun, Instant } from '../format.tsx'
import type { DashboardPage, PageAction, PageProps } from '../page.ts'
import { Live, NewestTable } from '../parts.tsx'

/** Creates a batch with an item for each row of a CSV file, and buys it. */
const buyCsv: PageAction = {
  ...batchPurchase,
  call: ({ csv = '', from, key = '' }) => {
    if (csv === '') return refuseField('csv', 'Choose a CSV file that is not empty')
    return buildBatchPurchaseCalls(key, { body: { items: readCsvItems(csv, findPresetAddress(from)) } })
  },
  rewriteProblem: (problem, { csv = '' }) => toCsvProblem(problem, csv),
}

/** Lists the batches of both environments with their progress, newest first. */
export const batches: DashboardPage = {
  path: 'batches',
  title: 'Batches',
  shortcut: 'b',
  actions: { csv: buyCsv },
  body: (page) => (
    <>
      <CsvCard page={page} />
      <Live page={page} id="batches" topics={['batches', 'clock']}>
        <NewestTable
          page={page}
          anchor="batches"
          records={page.context.state.batches}
          caption="Batches"
          nouns={['batch', 'batches']}
          columns={columns}
          renderRow={(batch) => <BatchRow page={page} batch={batch} />}
          empty={
            <Empty title="No batches yet">
              <p>
                Fill in the template above with up to 5,000 rows, or let your client send{' '}
                <code>POST /v1/batches</code>. This page then shows how many labels are bought. The{' '}
                <a href={`/docs/operations/createBatch?account=${page.context.id}`}>reference</a> has an
                example.
              </p>
            </Empty>
          }
        />
      </Live>
    </>
  ),
}

/** Renders the form that buys the rows of a CSV file as a batch, with a link to a template. */
function CsvCard({ page }: PageProps) {
  const copies = <a href={page.href('buy?copies=10')}>N copies of one parcel</a>
  const hint = (
    <>
      <a href={`${page.path}/template.csv`} download="drydock-batch.csv">
        Template
      </a>
      : a row for each label, the price in dollars
    </>
  )
  const fileField = readRefusedField(page, 'csv', 'csv')
  const fromField = { value: senderPresetId, ...readRefusedField(page, 'csv', 'from') }
  const sample = { csv: writeCsvTemplate().split('\r\n', 2).join('\n') }
  return (
    <Card title="New batch" id="new" aside={copies}>
      <ActionForm page={page} action="csv" submit="Buy the batch" kind="main" hasFile sample={sample}>
        <FileField {...fileField} label="CSV file" accept=".csv,text/csv" hint={hint} />
        <Choice {...fromField} label="From" options={presetOptions} />
        <KeyChoice page={page} action="csv" />
      </ActionForm>
    </Card>
  )
}

const columns = { When: 'minor', Batch: '', Progress: '', Price: 'number' }

interface BatchProps extends PageProps {
  readonly batch: BatchRecord
}

function BatchRow({ page, batch }: BatchProps) {
  const { id, environment, itemCount, createdAtMs } = batch
  const cells = [
    <Instant atMs={createdAtMs} nowMs={page.context.clock.now()} />,
    <>
      <a href={page.href(`batches/${id}`)} data-row>
        {formatCountWithNoun(itemCount, 'item')}
      </a>{' '}
      <BatchBadge batch={batch} /> {environment === 'test' ? <Badge>test</Badge> : null}
    </>,
    <ItemProgress page={page} batch={batch} />,
    formatCents(readItemProgress(page.context, batch).priceCents),
  ]
  return <Row columns={columns} cells={cells} id={id} />
}

const tones = { created: 'plain', processing: 'note', completed: 'good' } as const

/** Shows whether a batch is waiting for its purchase, in progress or finished. */
export function BatchBadge({ batch: { status } }: Pick<BatchProps, 'batch'>) {
  return <Badge tone={tones[status]}>{status}</Badge>
}

/** Shows the progress of a batch as a bar and in words. */
export function ItemProgress({ page, batch }: BatchProps) {
  const { id, doneCount, itemCount } = batch
  const { failed } = readItemProgress(page.context, batch)
  return (
    <div class="progress">
      <progress value={doneCount} max={itemCount} aria-label={`Progress of batch ${id}`} />
      <span>
        {formatCount(doneCount)} of {formatCount(itemCount)}
        {failed.length === 0 ? '' : `, ${formatCount(failed.length)} failed`}
      </span>
    </div>
  )
}
