/** Parses scenario files. All mistakes are reported at once, each with its line and reason. */
import * as z from 'zod'
import { createTextFieldSchema, readFields } from '../requests/read-fields.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import {
  type Located,
  type LocatedFields,
  noteProblems,
  readListItems,
  readMapFields,
  readRootNode,
  type Source,
  throwMistakes,
} from './source.ts'
import { readStep } from './step.ts'

const maxSteps = 1_000

/** Returns the scenario in a YAML text. `fileName` appears in messages only. Throws a `ScenarioError`. */
export function parseScenario(text: string, fileName: string): Scenario {
  const steps = parseScenarioInSteps(text, fileName)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Reads a scenario like `parseScenario`, but in short steps, for a process that serves requests meanwhile. */
export function* parseScenarioInSteps(text: string, fileName: string): Generator<void, Scenario> {
  const source: Source = { file: fileName, text, found: [] }
  const scenario = readScenario(source, yield* readRootNode(source))
  throwMistakes(source)
  if (scenario === undefined) throw new Error(`${fileName} could not be read, and nothing was noted`)
  return scenario
}

const scenarioSchema = z.object({
  name: createTextFieldSchema({ maxLength: 64 }).refine(
    (name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name),
    'must be words in lower case, joined by hyphens, such as carrier-outage',
  ),
  description: createTextFieldSchema(),
  timeline: z.unknown().refine((given) => given !== undefined, 'is missing'),
})

/** Returns the scenario in the root node of the YAML document; undefined if it has a mistake. */
function readScenario(source: Source, root: Located): Scenario | undefined {
  const fields = readMapFields(source, root, 'a scenario')
  if (fields === undefined) return undefined
  const { data, problems } = readFields(scenarioSchema, fields.values)
  const steps = fields.places.has('timeline') ? readScenarioSteps(source, fields) : []
  noteProblems(source, fields, problems)
  if (data === undefined) return undefined
  const { name, description } = data
  return { name, description, steps: [...steps].sort((left, right) => left.atMs - right.atMs) }
}

/** Returns the steps of a scenario that can be read, and notes the mistakes of all other steps. */
function readScenarioSteps(source: Source, fields: LocatedFields): readonly ScenarioStep[] {
  const items = readListItems(source, fields, 'timeline')
  if (items === undefined) return []
  const refuse = (reason: string): readonly ScenarioStep[] => {
    noteProblems(source, fields, [{ field: 'timeline', reason }])
    return []
  }
  if (items.length === 0) return refuse('must have at least one step')
  if (items.length > maxSteps) return refuse(`must have at most ${maxSteps} steps`)
  return items.flatMap((item) => readStep(source, item) ?? [])
}
