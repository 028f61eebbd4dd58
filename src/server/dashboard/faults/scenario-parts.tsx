import type { Context } from '../../../simulator/accounts/context.ts'
import { findRunningScenario } from '../../../simulator/scenarios/running.ts'
import type { Scenario, ScenarioStep } from '../../../simulator/scenarios/scenario.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { listBuiltInScenarios } from '../../scenarios/catalogue.ts'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageProps } from '../page.ts'
import { ScenarioDrawing, type ScenarioSpan } from './scenario-drawing.tsx'
import { describeStep, describeWalletChange, formatTarget } from './scenario-text.ts'

/** Renders a card for each built-in scenario, with a button that starts it, and one for the running scenario. */
export function Scenarios({ page }: PageProps) {
  const running = findRunningScenario(page.context)
  return (
    <section class="stack" aria-labelledby="scenarios-title" id="scenarios">
      <h2 id="scenarios-title">Scenarios</h2>
      <Live page={page} id="scenario-list" topics={['faults', 'clock']}>
        {running === null ? null : <RunningScenarioCard page={page} name={running} />}
        {listBuiltInScenarios().map((scenario) => (
          <ScenarioCard page={page} scenario={scenario} running={running} />
        ))}
      </Live>
    </section>
  )
}

function RunningScenarioCard({ page, name }: PageProps & { readonly name: string }) {
  return (
    <Card title={`${name} runs`} id="running-scenario" aside={<Badge tone="warn">runs</Badge>}>
      <ScenarioDrawing
        name={`${name}, which runs`}
        spans={listRunningSpans(page.context)}
        nowMs={page.context.clock.now()}
      />
      <ActionForm page={page} action="stop" submit="Stop scenario" kind="main" />
    </Card>
  )
}

interface ScenarioCardProps extends PageProps {
  readonly scenario: Scenario
  /** The name of the running scenario; null if none runs. */
  readonly running: string | null
}

function ScenarioCard({ page, scenario, running }: ScenarioCardProps) {
  const { name, description, steps } = scenario
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
            <ActionForm
              page={page}
              action="start"
              submit={running === name ? 'Start again' : 'Start'}
              about={name}
              values={{ name }}
            />
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
  if (!('fault' in step))
    return { name: describeWalletChange(step.wallet), fromMs, toMs: fromMs, isMoment: true }
  const { fault, forMs } = step
  const toMs = forMs === undefined ? null : fromMs + forMs
  return { name: `${formatTarget(fault.target)} ${fault.mode}`, fromMs, toMs, isMoment: false }
}

/** Returns the steps of the running scenario. Its past wallet changes are missing, as no record keeps them. */
function listRunningSpans({ state }: Context): readonly ScenarioSpan[] {
  const faults = [...state.faults.values()]
    .filter(({ scenario }) => scenario !== null)
    .map(({ target, mode, startsAtMs: fromMs, endsAtMs: toMs }) => ({
      name: `${formatTarget(target)} ${mode}`,
      fromMs,
      toMs,
      isMoment: false,
    }))
  const steps = [...state.scenarioSteps.values()].map(({ dueMs, wallet }) => ({
    name: describeWalletChange(wallet),
    fromMs: dueMs,
    toMs: dueMs,
    isMoment: true,
  }))
  return [...faults, ...steps].sort((a, b) => a.fromMs - b.fromMs)
}
