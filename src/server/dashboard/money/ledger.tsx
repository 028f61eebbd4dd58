import type { LedgerRecord } from '../../../simulator/accounts/records/money.ts'
import { listNewest } from '../../../simulator/resources/newest.ts'
import { Card, Facts } from '../../pages/components/card.tsx'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import type { PageProps } from '../page.ts'
import { PageLinks, readPaging, rowsOnPage } from '../paging.tsx'
import { Instant } from '../time/instants.tsx'
import { centsText, countOf } from './money.ts'

const ledgerColumns = [
  { name: 'When', isMinor: true },
  { name: 'What' },
  { name: 'For', isMinor: true },
  { name: 'Amount', isNumber: true },
  { name: 'Balance', isNumber: true },
]

const transactionNames: Readonly<Record<LedgerRecord['kind'], string>> = {
  opening: 'Opening balance',
  funding: 'Top-up',
  auto_reload: 'Auto-reload',
  charge: 'Purchase',
  refund: 'Refund',
  adjustment: 'Adjustment',
}

/** Renders the live wallet's transactions, newest first, and their sum. */
export function Ledger({ page }: PageProps) {
  const { state } = page.context
  const { size } = state.ledger
  const paging = readPaging(page, size)
  const lines = listNewest(state.ledger, rowsOnPage, paging.from)
  if (lines.length === 0)
    return (
      <Empty title="No transactions yet">
        <p>Top up, or buy a label with a live key. The transaction then appears here.</p>
      </Empty>
    )
  const count = countOf(size, 'transaction')
  return (
    <Card title="Ledger of the live wallet" id="ledger-card" aside={count}>
      <Table caption="Ledger" columns={ledgerColumns}>
        {lines.map((line) => (
          <LedgerRow page={page} line={line} />
        ))}
      </Table>
      <PageLinks page={page} paging={paging} of="transactions" anchor="ledger-card" />
      <LedgerSum lines={lines} isNewest={paging.at === 1} />
    </Card>
  )
}

function LedgerRow({ page, line }: PageProps & { readonly line: LedgerRecord }) {
  const { id, atMs, kind, amountCents, balanceCents, reference } = line
  return (
    <tr id={id}>
      <Cell isMinor>
        <Instant atMs={atMs} nowMs={page.context.clock.now()} />
      </Cell>
      <Cell>{transactionNames[kind]}</Cell>
      <Cell isMinor>{reference === null ? null : <ReferenceLink page={page} id={reference} />}</Cell>
      <Cell isNumber>{formatSignedCents(amountCents)}</Cell>
      <Cell isNumber>{centsText(balanceCents)}</Cell>
    </tr>
  )
}

/** Renders a link to the label or batch that a transaction paid for. */
function ReferenceLink({ page, id }: PageProps & { readonly id: string }) {
  return (
    <a href={page.href(id.startsWith('bat_') ? `batches/${id}` : `shipments/${id}`)}>
      <code>{id}</code>
    </a>
  )
}

interface LedgerSumProps {
  readonly lines: readonly LedgerRecord[]
  /** Whether the list has the newest transaction. */
  readonly isNewest: boolean
}

/** Renders the balance before the listed transactions, their sums, and the balance after them. */
function LedgerSum({ lines, isNewest }: LedgerSumProps) {
  const [newest, oldest] = [lines[0], lines.at(-1)]
  if (newest === undefined || oldest === undefined) return null
  let inCents = 0
  let outCents = 0
  const hasOpening = oldest.kind === 'opening'
  for (const { kind, amountCents } of lines) {
    if (kind === 'opening') continue
    if (amountCents > 0) inCents += amountCents
    else outCents += amountCents
  }
  return (
    <Facts
      facts={[
        hasOpening
          ? ['Opening balance', centsText(oldest.amountCents)]
          : ['Before', centsText(oldest.balanceCents - oldest.amountCents)],
        ['In', formatSignedCents(inCents)],
        ['Out', formatSignedCents(outCents)],
        [isNewest ? 'Now' : 'After', <b>{centsText(newest.balanceCents)}</b>],
      ]}
    />
  )
}

function formatSignedCents(cents: number): string {
  return cents > 0 ? `+${centsText(cents)}` : centsText(cents)
}
