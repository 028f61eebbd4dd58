import { readFileSync } from 'node:fs'
import { UnreachableError } from '../../../src/client/http/unreachable-error.ts'
import type { ScenarioInput } from '../../../src/client/scenario.ts'
import type { ScenarioListBody } from '../../../src/simulator/bodies/control/scenarios.ts'
import { ScenarioError } from '../../../src/simulator/scenarios/scenario-error.ts'
import { scenarioNames } from '../../../src/simulator/scenarios/scenario-names.ts'
import { createTextReaderWithCompletions, file as path } from '../../files/reader.ts'
import { describeReadFailure } from '../../files/reading-files.ts'
import { isBadInput } from '../../parsing/bad-input.ts'
import type { Command } from '../../parsing/command.ts'
import { defineArgument } from '../../parsing/option.ts'
import { print, printProblem } from '../../printing/output.ts'
import {
  createRemoteSimulator,
  defineRemoteCommand,
  indentJson,
  jsonOption,
  remoteOptions,
} from '../../remote.ts'
import { SetupError } from '../../setup-error.ts'

const nameOrFile = defineArgument({
  name: 'NAME',
  describe: 'a built-in scenario such as carrier-outage, or a file if it has a dot or a slash',
  reader: createTextReaderWithCompletions({ wordsOrFile: scenarioNames }),
})

/** Lists the scenarios of the running simulator, or the built-in scenarios of this version if none runs. */
export const scenarioList: Command = {
  options: remoteOptions,
  examples: [{ line: 'drydock scenario list', does: 'List all built-in scenarios' }],
  run: async (input) => {
    const catalogue = await createRemoteSimulator(input).account.scenario.list().catch(listBuiltInScenarios)
    if (input.get(jsonOption)) print(indentJson(JSON.stringify(catalogue)))
    else showScenarios(catalogue)
    return 0
  },
}

export const scenarioRun = defineRemoteCommand({
  arguments: [nameOrFile],
  examples: [
    {
      line: 'drydock scenario run carrier-outage',
      does: 'Run a built-in scenario: one carrier is down for ten minutes',
    },
    { line: 'drydock scenario run ./outage.yaml', does: 'Run a scenario of your own' },
  ],
  act: async ({ account }, input) => {
    const wanted = readScenario(input.get(nameOrFile))
    const before = (await account.scenario.list()).running
    const { running } = await account.scenario.run(wanted).catch((error: unknown) => {
      if (!('source' in wanted) || !isBadInput(error)) throw error
      throw new SetupError(`NAME|FILE: ${error.message.replace(/^source is refused: /, '')}`)
    })
    return [...(before === null ? [] : [`${before} is stopped.`]), `${running} runs.`]
  },
})

const file = defineArgument({
  name: 'FILE',
  describe: 'a scenario of your own, in YAML',
  reader: path,
})

/** Checks a scenario file without a simulator. */
export const scenarioCheck: Command = {
  arguments: [file],
  options: [jsonOption],
  examples: [
    { line: 'drydock scenario check ./outage.yaml', does: 'List all mistakes in the file, with their lines' },
  ],
  run: async (input) => {
    const path = input.get(file)
    const source = readFile(path, 'FILE')
    const { parseScenario } = await import('../../../src/simulator/scenarios/parse.ts')
    try {
      const scenario = parseScenario(source, path)
      const summary = { file: path, scenario: scenario.name, steps: scenario.steps.length, mistakes: [] }
      const steps = `${summary.steps} ${summary.steps === 1 ? 'step' : 'steps'}`
      print(
        input.get(jsonOption)
          ? indentJson(JSON.stringify(summary))
          : `${path}: ${scenario.name}, ${steps}. No mistakes.\n`,
      )
      return 0
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      if (!input.get(jsonOption)) throw new SetupError(error.message)
      print(indentJson(JSON.stringify({ file: path, scenario: null, steps: null, mistakes: error.mistakes })))
      return 2
    }
  },
}

export const scenarioStop = defineRemoteCommand({
  examples: [
    {
      line: 'drydock scenario stop',
      does: 'Stop the running scenario and remove its faults; the wallet stays as it is',
    },
  ],
  act: async ({ account }) => {
    const { running } = await account.scenario.list()
    await account.scenario.stop()
    return [running === null ? 'No scenario runs.' : `${running} is stopped.`]
  },
})

async function listBuiltInScenarios(error: unknown): Promise<ScenarioListBody> {
  if (!(error instanceof UnreachableError)) throw error
  const { listBuiltInScenarios } = await import('../../../src/server/scenarios/catalogue.ts')
  return {
    scenarios: listBuiltInScenarios().map(({ name, description }) => ({ name, description })),
    running: null,
  }
}

function showScenarios({ scenarios, running }: ScenarioListBody): void {
  print(scenarios.map(({ name, description }) => `${name}\n  ${description}\n`).join(''))
  if (running !== null) printProblem(`${running} runs.`)
}

function readScenario(name: string): ScenarioInput {
  return /[./\\]/.test(name) ? { source: readFile(name, 'NAME|FILE'), file: name } : { name }
}

function readFile(path: string, place: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SetupError(`${place}: ${path} cannot be read: ${describeReadFailure(error)}.`)
  }
}
