import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseScenario } from '../../simulator/scenarios/parse.ts'
import { findFixtures } from './fixtures-directory.ts'

/** The scenarios that come with the simulator, by name; `text` is the YAML they are written in. */
export function builtInScenarios(
  folder: string = join(findFixtures(), 'scenarios'),
): readonly BuiltInScenario[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => readBuiltIn(join(folder, file)))
}

interface BuiltInScenario {
  readonly name: string
  readonly description: string
  readonly text: string
}

function readBuiltIn(path: string): BuiltInScenario {
  const text = readFileSync(path, 'utf8')
  const { name, description } = parseScenario(text, path)
  if (`${name}.yaml` !== basename(path)) throw new Error(`${path} holds a scenario of another name: ${name}.`)
  return { name, description, text }
}
