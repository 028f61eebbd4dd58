/** From a scenario file to a scenario. Every mistake in it is told with its line and the reason, all at once. */
import { FieldReader } from '../faults/field-reader.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import {
  fieldsOf,
  itemsOf,
  type Located,
  type LocatedFields,
  need,
  noteProblems,
  readRoot,
  refuseMistakes,
  type Source,
} from './source.ts'
import { readStep } from './step.ts'

const maxSteps = 1_000

/** The scenario a YAML text describes. `fileName` serves only to name the file in messages. Throws a `ScenarioError`. */
export function parseScenario(text: string, fileName: string): Scenario {
  const steps = parseStepwise(text, fileName)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same in steps that take no time to speak of, for a process that has others to serve. */
export function* parseStepwise(text: string, fileName: string): Generator<void, Scenario> {
  const source: Source = { file: fileName, text, found: [] }
  const scenario = readScenario(source, yield* readRoot(source))
  refuseMistakes(source)
  if (scenario === undefined) throw new Error(`${fileName} could not be read, and nothing was noted`)
  return scenario
}

/** Undefined where something was noted. */
function readScenario(source: Source, root: Located): Scenario | undefined {
  const fields = fieldsOf(source, root, 'a scenario')
  if (fields === undefined) return undefined
  const reader = new FieldReader(fields.values)
  reader.allowOnly(['name', 'description', 'timeline'])
  const name = reader.text('name', { maxLength: 64 })
  if (name !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    reader.refuse('name', 'must be lower-case words joined by hyphens, such as carrier-outage')
  }
  const description = reader.text('description')
  const steps = readTimeline(source, fields, reader)
  noteProblems(source, fields, reader.problems)
  for (const field of ['name', 'description', 'timeline']) need(source, fields, field)
  if (name === undefined || description === undefined) return undefined
  return { name, description, steps: [...steps].sort((left, right) => left.atMs - right.atMs) }
}

/** The steps that can be read. */
function readTimeline(source: Source, fields: LocatedFields, reader: FieldReader): readonly ScenarioStep[] {
  const items = fields.places.has('timeline') ? (itemsOf(source, fields, 'timeline') ?? []) : []
  const isList = Array.isArray(fields.values['timeline'])
  if (isList && items.length === 0) reader.refuse('timeline', 'must have at least one step')
  if (items.length > maxSteps) {
    reader.refuse('timeline', `must have at most ${maxSteps} steps`)
    return []
  }
  return items.flatMap((item) => readStep(source, item) ?? [])
}
