import type { Context } from '../../../simulator/accounts/context.ts'
import { runningScenario } from '../../../simulator/scenarios/running.ts'
import type { Scenario, ScenarioStep } from '../../../simulator/scenarios/scenario.ts'
import { formatDuration } from '../../../simulator/time/duration.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { builtInScenarios } from '../../scenarios/catalogue.ts'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageRequest } from '../page.ts'
import { ScenarioDrawing, type ScenarioSpan } from './scenario-drawing.tsx'

/** Lists the built-in scenarios with buttons to start and stop them. */
export function Scenarios({ page }: { readonly page: PageRequest }) {
  const running = runningScenario(page.context)
  return (
    <Card title="Scenarios" id="scenarios">
      <Live page={page} id="scenario-list" topics={['faults', 'clock']}>
        {running === null ? (
          <p class="muted">None runs. The page Time shows the next steps of a running scenario.</p>
        ) : (
          <>
            <div class="row">
              <span>
                <b>{running}</b> <Badge tone="warn">runs</Badge>
              </span>
              <ActionForm page={page} action="stop" submit="Stop it" kind="main" />
            </div>
            <ScenarioDrawing
              name={`${running}, which runs`}
              spans={spansOfRunning(page.context)}
              nowMs={page.context.clock.now()}
            />
          </>
        )}
        {builtInScenarios().map((scenario) => (
          <OneScenario page={page} scenario={scenario} />
        ))}
      </Live>
    </Card>
  )
}

function OneScenario({ page, scenario }: { readonly page: PageRequest; readonly scenario: Scenario }) {
  const { name, description, steps } = scenario
  return (
    <details>
      <summary>{name}</summary>
      <div class="stack">
        <p>{description}</p>
        <ScenarioDrawing name={name} spans={steps.map(spanOf)} />
        <ol>
          {steps.map((step) => (
            <li>{stepText(step)}</li>
          ))}
        </ol>
        <ActionForm page={page} action="start" submit={`Start ${name}`} values={{ name }} />
      </div>
    </details>
  )
}

function spanOf(step: ScenarioStep): ScenarioSpan {
  const { atMs: fromMs } = step
  if (!('fault' in step)) return { name: 'wallet', fromMs, toMs: fromMs, isMoment: true }
  const { fault, forMs } = step
  const toMs = forMs === undefined ? null : fromMs + forMs
  return { name: `${fault.target} ${fault.mode}`, fromMs, toMs, isMoment: false }
}

/** Lists the running scenario's started and future steps. Past wallet changes are no longer stored. */
function spansOfRunning({ state }: Context): readonly ScenarioSpan[] {
  const faults = [...state.faults.values()]
    .filter(({ scenario }) => scenario !== null)
    .map(({ target, mode, startsAtMs: fromMs, endsAtMs: toMs }) => ({
      name: `${target} ${mode}`,
      fromMs,
      toMs,
      isMoment: false,
    }))
  const steps = [...state.scenarioSteps.values()].map(({ dueMs }) => ({
    name: 'wallet',
    fromMs: dueMs,
    toMs: dueMs,
    isMoment: true,
  }))
  return [...faults, ...steps].sort((a, b) => a.fromMs - b.fromMs)
}

function stepText(step: ScenarioStep): string {
  const at = `after ${formatDuration(step.atMs)}`
  if (!('fault' in step)) return `${at}: the wallet changes`
  const { fault, forMs } = step
  return `${at}: ${fault.target} ${fault.mode}${forMs === undefined ? '' : ` for ${formatDuration(forMs)}`}`
}
