import { readFileSync } from 'node:fs'
import { refuseField } from '../../simulator/requests/json-body.ts'
import { parseScenario, parseScenarioInSteps } from '../../simulator/scenarios/parse.ts'
import type { Scenario } from '../../simulator/scenarios/scenario.ts'
import { ScenarioError } from '../../simulator/scenarios/scenario-error.ts'
import { runInSlices } from '../time-slices.ts'
import { findBuiltInScenario } from './catalogue.ts'

/**
 * Returns the scenario that a control call names or contains as YAML; undefined for an unknown name. Throws
 * VALIDATION.FIELD.INVALID with the line of a mistake in the YAML.
 */
export async function readScenario(choice: {
  readonly name?: string | undefined
  readonly source?: string | undefined
  readonly file?: string | undefined
}): Promise<Scenario | undefined> {
  if (choice.source === undefined) return findBuiltInScenario(choice.name ?? '')
  try {
    return await runInSlices(parseScenarioInSteps(choice.source, choice.file ?? 'source'))
  } catch (error) {
    if (error instanceof ScenarioError) return refuseField('source', `is refused: ${error.message}`)
    throw error
  }
}

/**
 * Returns the built-in scenario with this name, or else the scenario in the file at this path. Throws a ScenarioError
 * if the file has a mistake.
 */
export function loadScenario(nameOrFile: string): Scenario {
  return findBuiltInScenario(nameOrFile) ?? parseScenario(readFileSync(nameOrFile, 'utf8'), nameOrFile)
}
