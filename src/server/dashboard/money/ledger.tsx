import type { LedgerRecord } from '../../../simulator/accounts/records/money.ts'
import { listNewest } from '../../../simulator/resources/newest.ts'
import { Card, Facts } from '../../pages/components/card.tsx'
import { Row } from '../../pages/components/row.tsx'
import { Empty, Table } from '../../pages/components/table.tsx'
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
  const { state, clock } = page.context
  const { size } = state.ledger
  const paging = readPaging(page, size)
  const lines = listNewest(state.ledger, rowsOnPage, paging.from)
  if (lines.length === 0)
    return (
      <Empty title="No transactions yet">
        <p>Top up, or buy a label with a live key. The transaction then appears here.</p>
      </Empty>
    )
  return (
    <Card title="Ledger of the live wallet" id="ledger-card" aside={countOf(size, 'transaction')}>
      <Table caption="Ledger" columns={ledgerColumns}>
        {lines.map(({ id, atMs, kind, amountCents, balanceCents, reference }) => {
          const instant = <Instant atMs={atMs} nowMs={clock.now()} />
          const place = reference?.startsWith('bat_') ? 'batches' : 'shipments'
          const paidFor =
            reference === null ? null : (
              <a href={page.href(`${place}/${reference}`)}>
                <code>{reference}</code>
              </a>
            )
          const amounts = [formatSignedCents(amountCents), centsText(balanceCents)]
          const cells = [instant, transactionNames[kind], paidFor, ...amounts]
          return <Row columns={ledgerColumns} cells={cells} id={id} />
        })}
      </Table>
      <PageLinks page={page} paging={paging} of="transactions" anchor="ledger-card" />
      <LedgerSum lines={lines} isNewest={paging.at === 1} />
    </Card>
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
  const amounts = lines.flatMap(({ kind, amountCents }) => (kind === 'opening' ? [] : amountCents))
  const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)
  return (
    <Facts
      facts={[
        oldest.kind === 'opening'
          ? ['Opening balance', centsText(oldest.amountCents)]
          : ['Before', centsText(oldest.balanceCents - oldest.amountCents)],
        ['In', formatSignedCents(sum(amounts.filter((cents) => cents > 0)))],
        ['Out', formatSignedCents(sum(amounts.filter((cents) => cents < 0)))],
        [isNewest ? 'Now' : 'After', <b>{centsText(newest.balanceCents)}</b>],
      ]}
    />
  )
}

function formatSignedCents(cents: number): string {
  return cents > 0 ? `+${centsText(cents)}` : centsText(cents)
}
