import { formatSpan } from '../time/instants.tsx'

/** A step of a scenario: a period or a moment. Its times count from the start of the scenario, or are absolute. */
export interface ScenarioSpan {
  readonly name: string
  readonly fromMs: number
  /** null: the step lasts until the scenario is stopped. A moment ends when it begins. */
  readonly toMs: number | null
}

/** The width of the drawing in pixels, so that a phone shows all of it. */
const width = 320
const edgeWidth = 6
const laneHeight = 34
const topHeight = 24
/** The approximate width of a letter of a label, in pixels. */
const letterWidth = 6.2

interface ScenarioDrawingProps {
  readonly name: string
  readonly spans: readonly ScenarioSpan[]
  /** The current time; absent if the scenario does not run. */
  readonly nowMs?: number
}

/** Draws a scenario: a bar for each fault, a mark for each wallet change. The list beside it has the same steps. */
export function ScenarioDrawing({ name, spans, nowMs }: ScenarioDrawingProps) {
  if (spans.length === 0) return null
  const moments = [
    ...spans.flatMap(({ fromMs, toMs }) => [fromMs, toMs ?? fromMs]),
    ...(nowMs === undefined ? [] : [nowMs]),
  ]
  const startMs = Math.min(...moments)
  // The axis goes on after the last step, so that the bar of an endless step reaches the edge.
  const lengthMs = Math.max(1, (Math.max(...moments) - startMs) * 1.1)
  const toX = (atMs: number): number =>
    Math.round((edgeWidth + ((atMs - startMs) / lengthMs) * (width - 2 * edgeWidth)) * 10) / 10
  const height = topHeight + spans.length * laneHeight + 6
  return (
    <section class="whole-drawing" aria-label={`${name}, drawn`}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <title>The steps of {name}</title>
        {chooseTickTimes(lengthMs, Math.max(...moments) - startMs).map((afterMs) => {
          const text = afterMs > 0 ? `+${formatSpan(afterMs)}` : startMs === nowMs ? 'now' : 'start'
          return <Tick x={toX(startMs + afterMs)} height={height} text={text} />
        })}
        {spans.map((span, at) => (
          <StepBar span={span} y={topHeight + at * laneHeight + laneHeight - 10} toX={toX} nowMs={nowMs} />
        ))}
        {nowMs === undefined ? null : (
          <line class="now-line" x1={toX(nowMs)} x2={toX(nowMs)} y1={topHeight - 6} y2={height} />
        )}
      </svg>
    </section>
  )
}

const tickStepMinutes = [1 / 60, 1 / 12, 1 / 6, 1 / 2, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440]

/** Returns the times that the axis names: at most four round times, and the time of the last step. */
function chooseTickTimes(lengthMs: number, lastMs: number): readonly number[] {
  const days = Math.ceil(lengthMs / 86_400_000 / 4)
  const stepMs = (tickStepMinutes.find((each) => each * 60_000 * 4 >= lengthMs) ?? days * 1_440) * 60_000
  const round = [0, 1, 2, 3].map((count) => count * stepMs)
  // A round time near the last step is left out, as their texts would overlap.
  return [
    ...round.filter((afterMs) => afterMs === 0 || afterMs < lastMs - lengthMs / 5),
    ...(lastMs > 0 ? [lastMs] : []),
  ]
}

function Tick({ x, height, text }: { readonly x: number; readonly height: number; readonly text: string }) {
  return (
    <>
      <line class="tick" x1={x} x2={x} y1={topHeight - 4} y2={height} />
      <text class="tick-text" x={x} y={14} text-anchor={x === edgeWidth ? 'start' : 'middle'}>
        {text}
      </text>
    </>
  )
}

interface StepBarProps {
  readonly span: ScenarioSpan
  readonly y: number
  readonly toX: (atMs: number) => number
  readonly nowMs: number | undefined
}

/** Draws a step: outlined if it is in the future, else filled, as colour alone does not tell steps apart. */
function StepBar({ span, y, toX, nowMs }: StepBarProps) {
  const { name, fromMs, toMs } = span
  const shape = nowMs === undefined || fromMs > nowMs ? 'mark due' : 'mark'
  const x = toX(fromMs)
  // The label is above the start of its bar, but never outside the drawing.
  const labelX = Math.max(edgeWidth, Math.min(x - 5, width - edgeWidth - name.length * letterWidth))
  return (
    <>
      <text class="lane-text" x={labelX} y={y - 11}>
        {name}
      </text>
      {fromMs === toMs ? (
        <circle class={shape} cx={x} cy={y} r={5} />
      ) : (
        <rect
          class={shape}
          x={x}
          y={y - 5}
          width={Math.max(4, (toMs === null ? width : toX(toMs)) - x)}
          height={10}
          rx={3}
        />
      )}
    </>
  )
}
