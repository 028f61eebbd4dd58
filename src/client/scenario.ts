import type { RunningScenarioBody, ScenarioListBody } from '../simulator/bodies/scenarios.ts'
import type { Control } from './control.ts'

/** A built-in scenario by name, or one in YAML; `file` is what messages call it. */
export type ScenarioInput = { readonly name: string } | { readonly source: string; readonly file?: string }

/** Outages on a timeline of the account's clock. */
export interface AccountScenario {
  list(): Promise<ScenarioListBody>
  /** Starts one, by the name of a built-in or by its source; one that ran before is stopped. */
  run(scenario: string | ScenarioInput): Promise<RunningScenarioBody>
  stop(): Promise<void>
}

export function openScenario(control: Control, account: string): AccountScenario {
  const path = `${account}/scenario`
  return {
    list: () => control.ask({ method: 'GET', path }),
    run: (scenario) => {
      const body = typeof scenario === 'string' ? { name: scenario } : scenario
      return control.ask({ method: 'POST', path, body })
    },
    stop: () => control.tell({ method: 'DELETE', path }),
  }
}
