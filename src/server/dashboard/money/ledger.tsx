import type { LedgerRecord } from '../../../simulator/accounts/records/money.ts'
import { listNewest } from '../../../simulator/resources/newest.ts'
import { Card, Empty, Facts, Row, Table } from '../../pages/components.ts'
import { formatCents, formatCountWithNoun, formatInstant, Instant } from '../format.tsx'
import type { PageProps } from '../page.ts'
import { PageLinks, readPaging, rowsOnPage } from '../parts.tsx'

const ledgerColumns = { When: 'minor', What: '', For: 'minor', Amount: 'number', Balance: 'number' }

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
    <Card title="Ledger of the live wallet" id="ledger-card" aside={formatCountWithNoun(size, 'transaction')}>
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
          const amounts = [formatSignedCents(amountCents), formatCents(balanceCents)]
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
  const sumCents = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)
  return (
    <Facts
      facts={[
        oldest.kind === 'opening'
          ? ['Opening balance', formatCents(oldest.amountCents)]
          : ['Before', formatCents(oldest.balanceCents - oldest.amountCents)],
        ['In', formatSignedCents(sumCents(amounts.filter((cents) => cents > 0)))],
        ['Out', formatSignedCents(sumCents(amounts.filter((cents) => cents < 0)))],
        [isNewest ? 'Now' : 'After', <b>{formatCents(newest.balanceCents)}</b>],
      ]}
    />
  )
}

function formatSignedCents(cents: number): string {
  return cents > 0 ? `+${formatCents(cents)}` : formatCents(cents)
}

const width = 1_000
const height = 180
const drawnSize = { viewBox: `0 0 ${width} ${height}`, width, height }
/** The edges of the plot, apart from the left one, which depends on the amounts beside it. */
const plotEdges = { right: width - 8, top: 16, bottom: height - 44 } as const
/** The width of a character of an amount on a narrow screen, which has the largest text. */
const characterWidth = 18
/** The maximum number of drawn changes of the balance. */
const maxSteps = 500

/** Draws the live balance over time, as steps, with the amounts beside the plot and the times below it. */
export function BalanceDrawing({ page: { context } }: PageProps) {
  const lines = listNewest(context.state.ledger, maxSteps).toReversed()
  const [first] = lines
  if (first === undefined || lines.length < 2) return null
  const nowMs = context.clock.now()
  const spanMs = Math.max(1, nowMs - first.atMs)
  const maxCents = Math.max(1, ...lines.map(({ balanceCents }) => balanceCents))
  const minCents = Math.min(0, ...lines.map(({ balanceCents }) => balanceCents))
  const amounts = [minCents, Math.round((minCents + maxCents) / 2), maxCents]
  const left = Math.max(...amounts.map((cents) => formatCents(cents).length)) * characterWidth
  const toX = (atMs: number) =>
    roundCoordinate(left + ((atMs - first.atMs) / spanMs) * (plotEdges.right - left))
  const toY = (cents: number) =>
    roundCoordinate(
      plotEdges.bottom - ((cents - minCents) / (maxCents - minCents)) * (plotEdges.bottom - plotEdges.top),
    )
  const [, ...later] = lines
  const steps = later.map(({ atMs, balanceCents }) => `H${toX(atMs)}V${toY(balanceCents)}`)
  const path = `M${toX(first.atMs)} ${toY(first.balanceCents)}${steps.join('')}H${plotEdges.right}`
  return (
    <section class="scroll drawing" aria-label="The balance, drawn" tabindex={0}>
      <svg class="balance" {...drawnSize} role="img" aria-labelledby="balance-title">
        <title id="balance-title">
          The live balance since {formatInstant(first.atMs)}, between {formatCents(minCents)} and{' '}
          {formatCents(maxCents)}
        </title>
        {amounts.map((cents) => (
          <>
            <line class="tick" x1={left} x2={plotEdges.right} y1={toY(cents)} y2={toY(cents)} />
            <text class="tick-text" x={left - 8} y={toY(cents)} text-anchor="end" dominant-baseline="central">
              {formatCents(cents)}
            </text>
          </>
        ))}
        <text class="tick-text" x={left} y={height - 10}>
          {formatInstant(first.atMs)}
        </text>
        <text class="tick-text" x={plotEdges.right} y={height - 10} text-anchor="end">
          now
        </text>
        <path class="balance-line" d={path} />
      </svg>
    </section>
  )
}

function roundCoordinate(place: number): number {
  return Math.round(place * 10) / 10
}
