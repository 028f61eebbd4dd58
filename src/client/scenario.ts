import type { RunningScenarioBody, ScenarioListBody } from '../simulator/bodies/control/scenarios.ts'
import type { ScenarioName } from '../simulator/scenarios/scenario-names.ts'
import type { Known } from '../simulator/specification/model.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

/** A built-in scenario by its `name`, or one in YAML as `source`; `file` names it in messages. */
export type ScenarioInput =
  | { readonly name: Known<ScenarioName> }
  | { readonly source: string; readonly file?: string }

/** Controls outages on a timeline of the account's clock. */
export interface AccountScenario {
  /** Returns the built-in scenarios and the running one. */
  list(): Promise<ScenarioListBody>
  /** Starts a scenario, by the name of a built-in one or by its source, and stops a running one. */
  run(scenario: Known<ScenarioName> | ScenarioInput): Promise<RunningScenarioBody>
  /** Stops the running scenario and removes its faults. */
  stop(): Promise<void>
}

/** Returns the scenarios of the account at path `account`; makes no call. */
export function openScenario(control: Control, account: string): AccountScenario {
  const path = `${account}/scenario`
  return {
    list: () => control.ask({ method: 'GET', path }),
    run: async (scenario) => {
      const input = typeof scenario === 'string' ? { name: scenario } : scenario
      const body = objectInput(input, 'scenario.run', '{ name } or { source }')
      return control.ask({ method: 'POST', path, body })
    },
    stop: () => control.tell({ method: 'DELETE', path }),
  }
}
