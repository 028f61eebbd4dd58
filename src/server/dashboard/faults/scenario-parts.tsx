import type { Context } from '../../../simulator/accounts/context.ts'
import { type FaultTarget, findMode } from '../../../simulator/faults/targets.ts'
import { findRunningScenario } from '../../../simulator/scenarios/running.ts'
import type { Scenario, ScenarioStep, WalletChange } from '../../../simulator/scenarios/scenario.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { listBuiltInScenarios } from '../../scenarios/catalogue.ts'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { centsText } from '../money/money.ts'
import type { PageProps } from '../page.ts'
import { formatSpan } from '../time/instants.tsx'
import { ScenarioDrawing, type ScenarioSpan } from './scenario-drawing.tsx'

/** Renders a card for each built-in scenario, with a button that starts it, and one for the running scenario. */
export function Scenarios({ page }: PageProps) {
  const { context } = page
  const nowMs = context.clock.now()
  const running = findRunningScenario(context)
  return (
    <section class="stack" aria-labelledby="scenarios-title" id="scenarios">
      <h2 id="scenarios-title">Scenarios</h2>
      <Live page={page} id="scenario-list" topics={['faults', 'clock']}>
        {running === null ? null : (
          <Card title={`${running} runs`} id="running-scenario" aside={<Badge tone="warn">runs</Badge>}>
            <ScenarioDrawing
              name={`${running}, which runs`}
              spans={listRunningSpans(context)}
              nowMs={nowMs}
            />
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

/** Returns the steps of the running scenario. Its past wallet changes are missing, as no record keeps them. */
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

/** Describes a step of a scenario in words. */
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
    balance_cents !== undefined && centsText(balance_cents),
    payment_method !== undefined && (payment_method === 'none' ? 'no card' : `card ${payment_method}`),
    auto_reload !== undefined &&
      `auto-reload ${auto_reload === null ? 'off' : `below ${centsText(auto_reload.threshold_cents)}`}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
