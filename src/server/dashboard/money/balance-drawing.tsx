import { newest } from '../../../simulator/resources/newest.ts'
import type { PageRequest } from '../page.ts'
import { instantText } from '../time/instants.tsx'
import { centsText } from './money.ts'

const width = 1_000
const height = 190
/** Each amount stands above its line. */
const plot = { left: 8, right: width - 8, top: 36, bottom: height - 46 } as const
/** More steps than this could not be told apart. */
const maxSteps = 500

/** Draws the live balance over time, as steps. The ledger below has the same numbers. */
export function BalanceDrawing({ page: { context } }: { readonly page: PageRequest }) {
  const lines = newest(context.state.ledger, maxSteps).toReversed()
  const [first] = lines
  if (first === undefined || lines.length < 2) return null
  const nowMs = context.clock.now()
  const spanMs = Math.max(1, nowMs - first.atMs)
  const maxCents = Math.max(1, ...lines.map(({ balanceCents }) => balanceCents))
  const minCents = Math.min(0, ...lines.map(({ balanceCents }) => balanceCents))
  const xOf = (atMs: number) =>
    roundPlace(plot.left + ((atMs - first.atMs) / spanMs) * (plot.right - plot.left))
  const yOf = (cents: number) =>
    roundPlace(plot.bottom - ((cents - minCents) / (maxCents - minCents)) * (plot.bottom - plot.top))
  const [start, ...steps] = lines.map(({ atMs, balanceCents }) => ({ x: xOf(atMs), y: yOf(balanceCents) }))
  const path = [`M${start?.x} ${start?.y}`, ...steps.map(({ x, y }) => `H${x}V${y}`), `H${plot.right}`].join(
    '',
  )
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
        {[minCents, (minCents + maxCents) / 2, maxCents].map((cents) => (
          <>
            <line class="tick" x1={plot.left} x2={plot.right} y1={yOf(cents)} y2={yOf(cents)} />
            <text class="tick-text" x={plot.left} y={yOf(cents) - 5}>
              {centsText(Math.round(cents))}
            </text>
          </>
        ))}
        <text class="tick-text" x={plot.left} y={height - 10}>
          {instantText(first.atMs)}
        </text>
        <text class="tick-text" x={plot.right} y={height - 10} text-anchor="end">
          now
        </text>
        <path class="balance-line" d={path} />
      </svg>
    </section>
  )
}

function roundPlace(place: number): number {
  return Math.round(place * 10) / 10
}
