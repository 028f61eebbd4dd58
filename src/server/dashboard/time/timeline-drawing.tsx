import type { MomentBody, TimelineBody } from '../../../simulator/bodies/control/timeline.ts'
import type { PageProps } from '../page.ts'
import { instantText, relativeText, spanText } from './instants.tsx'
import { momentHref, momentNames, momentText } from './moments.tsx'

const laneHeight = 34
const top = 24
/** The room beside the first and the last moment, in percent of the width. */
const edge = 2

/** The period that the drawing shows: `spanMs` before and after `nowMs`. */
interface Period {
  readonly nowMs: number
  readonly spanMs: number
}

type Place = (atMs: number) => string

/**
 * Draws the timeline: a lane for each kind, now in the middle. Its places are in percent, so that it fits every width
 * and its text keeps its size. The table below it says the same.
 */
export function TimelineDrawing({
  page,
  timeline,
  nowMs,
  spanMs,
}: PageProps & Period & { readonly timeline: TimelineBody }) {
  const moments = [...timeline.past, ...timeline.due]
  if (moments.length === 0) return null
  const lanes = [...new Set(Object.values(momentNames))].filter((name) =>
    moments.some(({ kind }) => momentNames[kind] === name),
  )
  const height = top + lanes.length * laneHeight + 8
  const xOf = (atMs: number): string => {
    const share = (atMs - nowMs + spanMs) / (2 * spanMs)
    return `${(edge + share * (100 - 2 * edge)).toFixed(2)}%`
  }
  return (
    <section class="scroll drawing" aria-label="The timeline, drawn">
      <svg height={height}>
        <title>Past and due events</title>
        <Axis height={height} xOf={xOf} nowMs={nowMs} spanMs={spanMs} />
        {lanes.map((lane, at) => (
          <Lane
            name={lane}
            y={top + (at + 1) * laneHeight - 10}
            page={page}
            moments={moments.filter(({ kind }) => momentNames[kind] === lane)}
            xOf={xOf}
            nowMs={nowMs}
          />
        ))}
      </svg>
    </section>
  )
}

function Axis({ height, xOf, nowMs, spanMs }: Period & { readonly height: number; readonly xOf: Place }) {
  return (
    <>
      {[-1, -0.5, 0.5, 1].map((share) => {
        const x = xOf(nowMs + share * spanMs)
        const text = `${share < 0 ? '−' : '+'}${spanText(share * spanMs)}`
        return (
          <>
            <line class="tick" x1={x} x2={x} y1={top - 4} y2={height} />
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
      <line class="now-line" x1={xOf(nowMs)} x2={xOf(nowMs)} y1={top - 6} y2={height} />
      <text class="now-text" x={xOf(nowMs)} y={14} text-anchor="middle">
        now
      </text>
    </>
  )
}

interface LaneProps extends PageProps {
  readonly name: string
  readonly y: number
  readonly moments: readonly MomentBody[]
  readonly xOf: Place
  readonly nowMs: number
}

function Lane({ name, y, page, moments, xOf, nowMs }: LaneProps) {
  return (
    <>
      <text class="lane-text" x={`${edge}%`} y={y - 9}>
        {name}
      </text>
      <line class="lane" x1="0" x2="100%" y1={y} y2={y} />
      {moments.map((moment) => (
        <Mark page={page} moment={moment} x={xOf(Date.parse(moment.at))} y={y} nowMs={nowMs} />
      ))}
    </>
  )
}

interface MarkProps extends PageProps {
  readonly moment: MomentBody
  readonly x: string
  readonly y: number
  readonly nowMs: number
}

/** Due moments are outlined, past ones filled: the shape tells them apart, not the colour alone. */
function Mark({ page, moment, x, y, nowMs }: MarkProps) {
  const atMs = Date.parse(moment.at)
  const words = `${momentText(moment)}, ${instantText(atMs)}, ${relativeText(atMs, nowMs)}`
  return (
    <a href={momentHref(page, moment)} aria-label={words} tabindex={-1}>
      <circle class={atMs > nowMs ? 'mark due' : 'mark'} cx={x} cy={y} r={6}>
        <title>{words}</title>
      </circle>
    </a>
  )
}
