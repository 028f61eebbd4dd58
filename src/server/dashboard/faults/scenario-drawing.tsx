import { spanText } from '../time/instants.tsx'

/** A step of a scenario: a period or a moment. Times are milliseconds since its start, or absolute. */
export interface ScenarioSpan {
  readonly name: string
  readonly fromMs: number
  /** null: until the scenario is stopped. */
  readonly toMs: number | null
  readonly isMoment: boolean
}

/** Narrow enough that the whole drawing can be read on a phone; a label is above its bar. */
const width = 320
const edge = 6
const laneHeight = 34
const top = 24
/** About the width of a letter of a label. */
const letterWidth = 6.2

interface ScenarioDrawingProps {
  readonly name: string
  readonly spans: readonly ScenarioSpan[]
  /** The present time in the scenario; left out if it does not run. */
  readonly nowMs?: number
}

/**
 * Draws a scenario: a bar for each fault, a mark for each wallet change. The text beside it says the same.
 */
export function ScenarioDrawing({ name, spans, nowMs }: ScenarioDrawingProps) {
  if (spans.length === 0) return null
  const moments = [
    ...spans.flatMap(({ fromMs, toMs }) => [fromMs, toMs ?? fromMs]),
    ...(nowMs === undefined ? [] : [nowMs]),
  ]
  const startMs = Math.min(...moments)
  // A little beyond the last step, so that the bar of an endless step crosses the edge.
  const lengthMs = Math.max(1, (Math.max(...moments) - startMs) * 1.1)
  const xOf = (atMs: number): number =>
    Math.round((edge + ((atMs - startMs) / lengthMs) * (width - 2 * edge)) * 10) / 10
  const height = top + spans.length * laneHeight + 6
  return (
    <section class="whole-drawing" aria-label={`${name}, drawn`}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <title>What {name} does, and when</title>
        {ticksIn(lengthMs, Math.max(...moments) - startMs).map((afterMs) => (
          <Tick
            x={xOf(startMs + afterMs)}
            height={height}
            text={afterMs > 0 ? `+${spanText(afterMs)}` : startMs === nowMs ? 'now' : 'start'}
          />
        ))}
        {spans.map((span, at) => (
          <Span span={span} y={top + at * laneHeight + laneHeight - 10} xOf={xOf} nowMs={nowMs} />
        ))}
        {nowMs === undefined ? null : (
          <line class="now-line" x1={xOf(nowMs)} x2={xOf(nowMs)} y1={top - 6} y2={height} />
        )}
      </svg>
    </section>
  )
}

const minutes = [1 / 60, 1 / 12, 1 / 6, 1 / 2, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440]

/** Returns the times for the axis: that of the last step, and before it at most four round ones. */
function ticksIn(lengthMs: number, lastMs: number): readonly number[] {
  const days = Math.ceil(lengthMs / 86_400_000 / 4)
  const stepMs = (minutes.find((each) => each * 60_000 * 4 >= lengthMs) ?? days * 1_440) * 60_000
  const round = [0, 1, 2, 3].map((count) => count * stepMs)
  // Their texts need room beside that of the last step.
  return [
    ...round.filter((afterMs) => afterMs === 0 || afterMs < lastMs - lengthMs / 5),
    ...(lastMs > 0 ? [lastMs] : []),
  ]
}

function Tick({ x, height, text }: { readonly x: number; readonly height: number; readonly text: string }) {
  return (
    <>
      <line class="tick" x1={x} x2={x} y1={top - 4} y2={height} />
      <text class="tick-text" x={x} y={14} text-anchor={x === edge ? 'start' : 'middle'}>
        {text}
      </text>
    </>
  )
}

interface SpanProps {
  readonly span: ScenarioSpan
  readonly y: number
  readonly xOf: (atMs: number) => number
  readonly nowMs: number | undefined
}

/**
 * Future steps are outlined, active and past ones filled: the shape tells them apart, not the colour alone.
 */
function Span({ span, y, xOf, nowMs }: SpanProps) {
  const { name, fromMs, toMs, isMoment } = span
  const shape = nowMs === undefined || fromMs > nowMs ? 'mark due' : 'mark'
  const x = xOf(fromMs)
  // Above the beginning of its bar, but within the drawing.
  const labelX = Math.max(edge, Math.min(x - 5, width - edge - name.length * letterWidth))
  return (
    <>
      <text class="lane-text" x={labelX} y={y - 11}>
        {name}
      </text>
      {isMoment ? (
        <circle class={shape} cx={x} cy={y} r={5} />
      ) : (
        <rect
          class={shape}
          x={x}
          y={y - 5}
          width={Math.max(4, (toMs === null ? width : xOf(toMs)) - x)}
          height={10}
          rx={3}
        />
      )}
    </>
  )
}
