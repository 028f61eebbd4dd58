import type { MomentBody, TimelineBody } from '../../../simulator/bodies/control/timeline.ts'
import type { PageProps } from '../page.ts'
import { formatRelativeTime, formatSpan, instantText } from './instants.tsx'
import { buildMomentHref, describeMoment, momentLabels } from './moments.tsx'

const laneHeight = 34
const topHeight = 24
/** The space left and right of the events, in percent of the width. */
const edgePercent = 2

/** The period that the drawing shows: `spanMs` before and after `nowMs`. */
interface Period {
  readonly nowMs: number
  readonly spanMs: number
}

/** Converts a time to a horizontal position in percent. */
type ToX = (atMs: number) => string

/**
 * Draws the timeline: a lane for each kind of event, the present in the middle. Positions are in percent, so that the
 * drawing fits every width and its text keeps its size. The table below it has the same events.
 */
export function TimelineDrawing({
  page,
  timeline,
  nowMs,
  spanMs,
}: PageProps & Period & { readonly timeline: TimelineBody }) {
  const moments = [...timeline.past, ...timeline.due]
  if (moments.length === 0) return null
  const lanes = [...new Set(Object.values(momentLabels))].filter((name) =>
    moments.some(({ kind }) => momentLabels[kind] === name),
  )
  const height = topHeight + lanes.length * laneHeight + 8
  const toX = (atMs: number): string => {
    const share = (atMs - nowMs + spanMs) / (2 * spanMs)
    return `${(edgePercent + share * (100 - 2 * edgePercent)).toFixed(2)}%`
  }
  return (
    <section class="scroll drawing" aria-label="The timeline, drawn">
      <svg height={height}>
        <title>Past and due events</title>
        <Axis height={height} toX={toX} nowMs={nowMs} spanMs={spanMs} />
        {lanes.map((lane, at) => (
          <Lane
            name={lane}
            y={topHeight + (at + 1) * laneHeight - 10}
            page={page}
            moments={moments.filter(({ kind }) => momentLabels[kind] === lane)}
            toX={toX}
            nowMs={nowMs}
          />
        ))}
      </svg>
    </section>
  )
}

function Axis({ height, toX, nowMs, spanMs }: Period & { readonly height: number; readonly toX: ToX }) {
  return (
    <>
      {[-1, -0.5, 0.5, 1].map((share) => {
        const x = toX(nowMs + share * spanMs)
        const text = `${share < 0 ? '−' : '+'}${formatSpan(share * spanMs)}`
        return (
          <>
            <line class="tick" x1={x} x2={x} y1={topHeight - 4} y2={height} />
            <text
              class={Math.abs(share) === 0.5 ? 'tick-text half' : 'tick-text'}
              x={x}
              y={14}
              text-anchor={share === 1 ? 'end' : share === -1 ? 'start' : 'middle'}
            >
              {text}
            </text>
          </>
        )
      })}
      <line class="now-line" x1={toX(nowMs)} x2={toX(nowMs)} y1={topHeight - 6} y2={height} />
      <text class="now-text" x={toX(nowMs)} y={14} text-anchor="middle">
        now
      </text>
    </>
  )
}

interface LaneProps extends PageProps {
  readonly name: string
  readonly y: number
  readonly moments: readonly MomentBody[]
  readonly toX: ToX
  readonly nowMs: number
}

function Lane({ name, y, page, moments, toX, nowMs }: LaneProps) {
  return (
    <>
      <text class="lane-text" x={`${edgePercent}%`} y={y - 9}>
        {name}
      </text>
      <line class="lane" x1="0" x2="100%" y1={y} y2={y} />
      {moments.map((moment) => (
        <MomentMark page={page} moment={moment} x={toX(Date.parse(moment.at))} y={y} nowMs={nowMs} />
      ))}
    </>
  )
}

interface MomentMarkProps extends PageProps {
  readonly moment: MomentBody
  readonly x: string
  readonly y: number
  readonly nowMs: number
}

/** Draws an event: outlined if it is due, filled if it is past, as colour alone does not tell events apart. */
function MomentMark({ page, moment, x, y, nowMs }: MomentMarkProps) {
  const atMs = Date.parse(moment.at)
  const words = `${describeMoment(moment)}, ${instantText(atMs)}, ${formatRelativeTime(atMs, nowMs)}`
  return (
    <a href={buildMomentHref(page, moment)} aria-label={words} tabindex={-1}>
      <circle class={atMs > nowMs ? 'mark due' : 'mark'} cx={x} cy={y} r={6}>
        <title>{words}</title>
      </circle>
    </a>
  )
}
