import type { Context } from '../../../simulator/accounts/context.ts'
import { type FaultTarget, findMode } from '../../../simulator/faults/targets.ts'
import { findRunningScenario } from '../../../simulator/scenarios/running.ts'
import type { Scenario, ScenarioStep, WalletChange } from '../../../simulator/scenarios/scenario.ts'
import { Badge, Card } from '../../pages/components.ts'
import { listBuiltInScenarios } from '../../scenarios/catalogue.ts'
import { ActionForm } from '../action-form.tsx'
import { formatCents, formatSpan } from '../format.tsx'
import type { PageProps } from '../page.ts'
import { Live } from '../parts.tsx'

/** Renders a card for each built-in scenario, with a button that starts it, and one for the running scenario. */
export function Scenarios({ page }: PageProps) {
  const { context } = page
  const nowMs = context.clock.now()
  const running = findRunningScenario(context)
  const spans = listRunningSpans(context)
  return (
    <section class="stack" aria-labelledby="scenarios-title" id="scenarios">
      <h2 id="scenarios-title">Scenarios</h2>
      <Live page={page} id="scenario-list" topics={['faults', 'clock']}>
        {running === null ? null : (
          <Card title={`${running} runs`} id="running-scenario" aside={<Badge tone="warn">runs</Badge>}>
            <ScenarioDrawing name={`${running}, which runs`} spans={spans} nowMs={nowMs} />
            <ActionForm page={page} action="stop" submit="Stop scenario" kind="main" />
          </Card>
        )}
        {listBuiltInScenarios().map((scenario) => (
          <ScenarioCard page={page} scenario={scenario} running={running} />
        ))}
      </Live>
    </section>
  )
}

interface ScenarioCardProps extends PageProps {
  readonly scenario: Scenario
  /** The name of the running scenario; null if none runs. */
  readonly running: string | null
}

function ScenarioCard({ page, scenario, running }: ScenarioCardProps) {
  const { name, description, steps } = scenario
  const submit = running === name ? 'Start again' : 'Start'
  return (
    <Card title={name} id={`scenario-${name}`}>
      <div class="cards">
        <div class="stack">
          <p>{description}</p>
          <ol>
            {steps.map((step) => (
              <li>{describeStep(step)}</li>
            ))}
          </ol>
          <div class="row">
            <ActionForm page={page} action="start" submit={submit} about={name} values={{ name }} />
            {running === null || running === name ? null : <p class="hint">Ends the scenario {running}.</p>}
          </div>
        </div>
        <ScenarioDrawing name={name} spans={steps.map(buildStepSpan)} />
      </div>
    </Card>
  )
}

function buildStepSpan(step: ScenarioStep): ScenarioSpan {
  const { atMs: fromMs } = step
  if (!('fault' in step)) return { name: describeWalletChange(step.wallet), fromMs, toMs: fromMs }
  const { fault, forMs } = step
  const toMs = forMs === undefined ? null : fromMs + forMs
  return { name: `${formatTarget(fault.target)} ${fault.mode}`, fromMs, toMs }
}

/** Returns the steps of the running scenario. Its past wallet changes are missing, because no record keeps them. */
function listRunningSpans({ state }: Context): readonly ScenarioSpan[] {
  const faults = [...state.faults.values()]
    .filter(({ scenario }) => scenario !== null)
    .map(({ target, mode, startsAtMs, endsAtMs }) => {
      const name = `${formatTarget(target)} ${mode}`
      return { name, fromMs: startsAtMs, toMs: endsAtMs }
    })
  const steps = [...state.scenarioSteps.values()].map(({ dueMs, wallet }) => {
    return { name: describeWalletChange(wallet), fromMs: dueMs, toMs: dueMs }
  })
  return [...faults, ...steps].sort((a, b) => a.fromMs - b.fromMs)
}

function describeStep(step: ScenarioStep): string {
  const at = step.atMs === 0 ? 'At the start' : `After ${formatSpan(step.atMs)}`
  if (!('fault' in step)) return `${at}: the wallet changes to ${describeWalletChange(step.wallet)}.`
  const { fault, forMs } = step
  const { target, mode, operation = '*' } = fault
  const place = operation === '*' ? formatTarget(target) : `${formatTarget(target)} (${operation})`
  const span = forMs === undefined ? ', until the scenario is stopped' : `, for ${formatSpan(forMs)}`
  return `${at}: ${place}, ${describeFaultEffect(target, mode)}${span}.`
}

/** Returns a fault mode with its effect: `down: the carrier refuses the connection`. */
export function describeFaultEffect(target: FaultTarget, mode: string): string {
  const [effect] = findMode(target, mode)?.does.replaceAll('`', '').split(';', 1) ?? []
  return effect === undefined ? mode : `${mode}: ${effect}`
}

/** Formats the target of a fault for readers: `carrier:UPS` as `UPS`. */
function formatTarget(target: string): string {
  if (target === 'carrier:*') return 'every carrier'
  return target.replace(/^carrier:/, '').replaceAll('_', ' ')
}

/** Describes a change of the wallet in a few words: `$0.50, card declined`. */
function describeWalletChange({ balance_cents, payment_method, auto_reload }: WalletChange): string {
  const parts = [
    balance_cents !== undefined && formatCents(balance_cents),
    payment_method !== undefined && (payment_method === 'none' ? 'no card' : `card ${payment_method}`),
    auto_reload !== undefined &&
      `auto-reload ${auto_reload === null ? 'off' : `below ${formatCents(auto_reload.threshold_cents)}`}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** A step of a scenario: a period or a moment. Its times count from the start of the scenario, or are absolute. */
interface ScenarioSpan {
  readonly name: string
  readonly fromMs: number
  /** The end: for a moment equal to `fromMs`; null if the step lasts until the scenario is stopped. */
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
function ScenarioDrawing({ name, spans, nowMs }: ScenarioDrawingProps) {
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
  // A round time near the last step is left out, because their texts would overlap.
  return [
    ...round.filter((afterMs) => afterMs === 0 || afterMs < lastMs - lengthMs / 5),
    ...(lastMs > 0 ? [lastMs] : []),
  ]
}

function Tick({ x, height, text }: { readonly x: number; readonly height: number; readonly text: string }) {
  // A text near the right edge is moved left, so that the drawing contains all of it.
  const textX = Math.min(x, width - 2 - (text.length * letterWidth) / 2)
  return (
    <>
      <line class="tick" x1={x} x2={x} y1={topHeight - 4} y2={height} />
      <text class="tick-text" x={textX} y={14} text-anchor={x === edgeWidth ? 'start' : 'middle'}>
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

/** Draws a step: outlined if it is in the future, else filled, because colour alone is hard to see. */
function StepBar({ span, y, toX, nowMs }: StepBarProps) {
  const { name, fromMs, toMs } = span
  const shape = nowMs === undefined || fromMs > nowMs ? 'mark due' : 'mark'
  const x = toX(fromMs)
  const barWidth = Math.max(4, (toMs === null ? width : toX(toMs)) - x)
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
        <rect class={shape} x={x} y={y - 5} width={barWidth} height={10} rx={3} />
      )}
    </>
  )
}
