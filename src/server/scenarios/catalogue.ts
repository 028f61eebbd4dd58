import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseScenario } from '../../simulator/scenarios/parse.ts'
import type { Scenario } from '../../simulator/scenarios/scenario.ts'
import { findFixtures } from './fixtures-directory.ts'

const extension = '.yaml'

/** The built-in scenarios read so far, by path. They stay valid, because the files of the package never change. */
const known = new Map<string, Scenario>()

export function listBuiltInScenarioNames(folder: string = findScenarioFolder()): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(extension))
  return files.sort().map((file) => file.slice(0, -extension.length))
}

/** Returns a built-in scenario; undefined for an unknown name. */
export function findBuiltInScenario(
  name: string,
  folder: string = findScenarioFolder(),
): Scenario | undefined {
  return listBuiltInScenarioNames(folder).includes(name)
    ? readBuiltInFile(join(folder, name + extension), name)
    : undefined
}

/** Returns all built-in scenarios, by name. */
export function listBuiltInScenarios(folder: string = findScenarioFolder()): readonly Scenario[] {
  return listBuiltInScenarioNames(folder).map((name) => readBuiltInFile(join(folder, name + extension), name))
}

/**
 * Reads the built-in scenarios, one in each turn of the event loop. Reading all in one turn would block other requests
 * for a tenth of a second.
 */
export async function loadBuiltInScenarios(): Promise<void> {
  const folder = findScenarioFolder()
  for (const name of listBuiltInScenarioNames(folder)) {
    const path = join(folder, name + extension)
    if (known.has(path)) continue
    readBuiltInFile(path, name)
    await nextTurn()
  }
}

function findScenarioFolder(): string {
  return join(findFixtures(), 'scenarios')
}

function readBuiltInFile(path: string, expected: string): Scenario {
  const read = known.get(path)
  if (read !== undefined) return read
  const scenario = parseScenario(readFileSync(path, 'utf8'), `${expected}${extension}`)
  if (scenario.name !== expected)
    throw new Error(`${path} must have the scenario name ${expected}, not ${scenario.name}.`)
  known.set(path, scenario)
  return scenario
}
