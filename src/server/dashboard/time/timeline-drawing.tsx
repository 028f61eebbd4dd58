import type { MomentBody, TimelineBody } from '../../../simulator/bodies/control/timeline.ts'
import { formatInstant, formatRelativeTime, formatSpan } from '../format.tsx'
import type { PageProps } from '../page.ts'
import { buildMomentHref, describeMoment, getMomentLabel, momentLabels } from './moments.tsx'

const laneHeight = 34
const topHeight = 24
/** The space left and right of the events, in percent of the width. */
const edgePercent = 2

/** The period that the drawing shows, `spanMs` before and after `nowMs`, and the horizontal position of a time in percent. */
interface Scale {
  readonly nowMs: number
  readonly spanMs: number
  readonly toX: (atMs: number) => string
}

type TimelineProps = PageProps & Omit<Scale, 'toX'> & { readonly timeline: TimelineBody }

/**
 * Draws the timeline: a lane for each kind of event, the present in the middle. Positions are in percent, so that the
 * drawing fits every width and its text keeps its size. The table below it has the same events.
 */
export function TimelineDrawing({ page, timeline, nowMs, spanMs }: TimelineProps) {
  const moments = [...timeline.past, ...timeline.due]
  if (moments.length === 0) return null
  const lanes = momentLabels
    .map((label) => ({ label, moments: moments.filter((moment) => getMomentLabel(moment) === label) }))
    .filter((lane) => lane.moments.length > 0)
  const height = topHeight + lanes.length * laneHeight + 8
  const toX = (atMs: number): string => {
    const share = (atMs - nowMs + spanMs) / (2 * spanMs)
    return `${(edgePercent + share * (100 - 2 * edgePercent)).toFixed(2)}%`
  }
  const scale = { nowMs, spanMs, toX }
  return (
    <section class="scroll drawing" aria-label="The timeline, drawn">
      <svg height={height}>
        <title>Past and due events</title>
        <Axis height={height} scale={scale} />
        {lanes.map((lane, at) => (
          <Lane {...lane} page={page} y={topHeight + (at + 1) * laneHeight - 10} scale={scale} />
        ))}
      </svg>
    </section>
  )
}

function Axis({ height, scale }: { readonly height: number; readonly scale: Scale }) {
  const { nowMs, spanMs, toX } = scale
  return (
    <>
      {[-1, -0.5, 0.5, 1].map((share) => {
        const x = toX(nowMs + share * spanMs)
        return (
          <>
            <line class="tick" x1={x} x2={x} y1={topHeight - 4} y2={height} />
            <text
              class={Math.abs(share) === 0.5 ? 'tick-text half' : 'tick-text'}
              x={x}
              y={14}
              text-anchor={share === 1 ? 'end' : share === -1 ? 'start' : 'middle'}
            >
              {`${share < 0 ? '−' : '+'}${formatSpan(share * spanMs)}`}
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
  readonly label: string
  readonly moments: readonly MomentBody[]
  readonly y: number
  readonly scale: Scale
}

/** Draws a lane and its events: outlined if they are due, filled if past, because colour alone is hard to see. */
function Lane({ label, moments, page, y, scale: { nowMs, toX } }: LaneProps) {
  return (
    <>
      <text class="lane-text" x={`${edgePercent}%`} y={y - 9}>
        {label}
      </text>
      <line class="lane" x1="0" x2="100%" y1={y} y2={y} />
      {moments.map((moment) => {
        const atMs = Date.parse(moment.at)
        const words = `${describeMoment(moment)}, ${formatInstant(atMs)}, ${formatRelativeTime(atMs, nowMs)}`
        return (
          <a href={buildMomentHref(page, moment)} aria-label={words} tabindex={-1}>
            <circle class={atMs > nowMs ? 'mark due' : 'mark'} cx={toX(atMs)} cy={y} r={6}>
              <title>{words}</title>
            </circle>
          </a>
        )
      })}
    </>
  )
}
