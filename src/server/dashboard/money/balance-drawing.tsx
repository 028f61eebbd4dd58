import { listNewest } from '../../../simulator/resources/newest.ts'
import type { PageProps } from '../page.ts'
import { instantText } from '../time/instants.tsx'
import { centsText } from './money.ts'

const width = 1_000
const height = 180
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
  const left = Math.max(...amounts.map((cents) => centsText(cents).length)) * characterWidth
  const xOf = (atMs: number) =>
    roundCoordinate(left + ((atMs - first.atMs) / spanMs) * (plotEdges.right - left))
  const yOf = (cents: number) =>
    roundCoordinate(
      plotEdges.bottom - ((cents - minCents) / (maxCents - minCents)) * (plotEdges.bottom - plotEdges.top),
    )
  const [, ...later] = lines
  const steps = later.map(({ atMs, balanceCents }) => `H${xOf(atMs)}V${yOf(balanceCents)}`)
  const path = `M${xOf(first.atMs)} ${yOf(first.balanceCents)}${steps.join('')}H${plotEdges.right}`
  return (
    <section class="scroll drawing" aria-label="The balance, drawn" tabindex={0}>
      <svg
        class="balance"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-labelledby="balance-title"
      >
        <title id="balance-title">
          The live balance since {instantText(first.atMs)}, between {centsText(minCents)} and{' '}
          {centsText(maxCents)}
        </title>
        {amounts.map((cents) => (
          <>
            <line class="tick" x1={left} x2={plotEdges.right} y1={yOf(cents)} y2={yOf(cents)} />
            <text class="tick-text" x={left - 8} y={yOf(cents)} text-anchor="end" dominant-baseline="central">
              {centsText(cents)}
            </text>
          </>
        ))}
        <text class="tick-text" x={left} y={height - 10}>
          {instantText(first.atMs)}
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
