import type { RunningScenarioBody, ScenarioListBody } from '../simulator/bodies/control/scenarios.ts'
import type { ScenarioName } from '../simulator/scenarios/scenario-names.ts'
import type { Known } from '../simulator/specification/model.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'

/** The `name` of a built-in scenario, or a scenario in YAML as `source`, with a `file` name for messages. */
export type ScenarioInput =
  | { readonly name: Known<ScenarioName> }
  | { readonly source: string; readonly file?: string }

/** Runs scenarios, which plan outages on the account's clock. */
export interface AccountScenario {
  /** Returns the built-in scenarios and the running one. */
  list(): Promise<ScenarioListBody>
  /** Starts a scenario in place of the running one, by the name of a built-in scenario or by its YAML source. */
  run(scenario: Known<ScenarioName> | ScenarioInput): Promise<RunningScenarioBody>
  /** Stops the running scenario and removes its faults. */
  stop(): Promise<void>
}

/** Returns an object with the calls for the scenarios of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountScenario(control: ControlCaller, accountPath: string): AccountScenario {
  const path = `${accountPath}/scenario`
  return {
    list: () => control.fetchJson({ method: 'GET', path }),
    run: async (scenario) => {
      const input = typeof scenario === 'string' ? { name: scenario } : scenario
      const body = requireObject(input, 'scenario.run', '{ name } or { source }')
      return control.fetchJson({ method: 'POST', path, body })
    },
    stop: () => control.send({ method: 'DELETE', path }),
  }
}
