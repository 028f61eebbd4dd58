/** From a scenario file to a scenario. Every mistake in it is refused with its line and the reason. */
import { FieldReader } from '../faults/field-reader.ts'
import type { Scenario } from './scenario.ts'
import { fieldsOf, itemsOf, readRoot, refuseProblems, required, type Source } from './source.ts'
import { readStep } from './step.ts'

const maxSteps = 1_000

/** The scenario a YAML text describes. `fileName` serves only to name the file in messages. Throws a `ScenarioError`. */
export function parseScenario(text: string, fileName: string): Scenario {
  const source: Source = { file: fileName, text }
  const fields = fieldsOf(source, readRoot(source), 'a scenario')
  const reader = new FieldReader(fields.values)
  reader.allowOnly(['name', 'description', 'timeline'])
  const name = reader.text('name', { maxLength: 64 })
  if (name !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    reader.refuse('name', 'must be lower-case words joined by hyphens, such as carrier-outage')
  }
  const description = reader.text('description')
  const items = reader.has('timeline') ? itemsOf(source, fields, 'timeline') : undefined
  if (items?.length === 0) reader.refuse('timeline', 'must have at least one step')
  if (items !== undefined && items.length > maxSteps)
    reader.refuse('timeline', `must have at most ${maxSteps} steps`)
  refuseProblems(source, fields, reader.problems)
  return {
    name: required(source, fields, { field: 'name', value: name }),
    description: required(source, fields, { field: 'description', value: description }),
    steps: required(source, fields, { field: 'timeline', value: items })
      .map((item) => readStep(source, item))
      .sort((left, right) => left.atMs - right.atMs),
  }
}
