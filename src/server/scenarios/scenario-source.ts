import { readFileSync } from 'node:fs'
import { refuseField } from '../../simulator/requests/json-body.ts'
import { parseScenario, parseStepwise } from '../../simulator/scenarios/parse.ts'
import type { Scenario } from '../../simulator/scenarios/scenario.ts'
import { ScenarioError } from '../../simulator/scenarios/scenario-error.ts'
import { runInSlices } from '../time-slices.ts'
import { findBuiltIn } from './catalogue.ts'

/** The scenario named, or written out in YAML; undefined for a name nobody knows. A mistake is a 422 with its line. */
export async function readScenario(choice: {
  readonly name?: string | undefined
  readonly source?: string | undefined
  readonly file?: string | undefined
}): Promise<Scenario | undefined> {
  if (choice.source === undefined) return findBuiltIn(choice.name ?? '')
  try {
    return await runInSlices(parseStepwise(choice.source, choice.file ?? 'source'))
  } catch (error) {
    if (error instanceof ScenarioError) return refuseField('source', `is refused: ${error.message}`)
    throw error
  }
}

/** A built-in scenario by name, else the file of that path; throws a ScenarioError for a file with a mistake. */
export function loadScenario(nameOrFile: string): Scenario {
  return findBuiltIn(nameOrFile) ?? parseScenario(readFileSync(nameOrFile, 'utf8'), nameOrFile)
}
