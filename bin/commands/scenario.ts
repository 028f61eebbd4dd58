import { readFileSync } from 'node:fs'
import type { ScenarioInput, ScenarioListBody } from '../../src/client/scenario.ts'
import { UnreachableError } from '../../src/client/unreachable-error.ts'
import { isBadInput } from '../bad-input.ts'
import type { Command } from '../command.ts'
import { argument } from '../option.ts'
import { print } from '../output.ts'
import { text } from '../reader.ts'
import { connect, jsonOption, remoteCommand, remoteOptions } from '../remote.ts'
import { SetupError } from '../setup-error.ts'

const nameOrFile = argument({
  name: 'NAME',
  describe: 'a built-in scenario such as carrier-outage; with a dot or a slash in it, a file',
  reader: text,
})

/** What a running simulator offers; with none running, what one of this version would. */
export const scenarioList: Command = {
  options: remoteOptions,
  examples: [{ line: 'drydock scenario list', does: 'What there is to run' }],
  run: async (given) => {
    const catalogue = await connect(given).account.scenario.list().catch(listOwn)
    const lines = given.of(jsonOption) ? [JSON.stringify(catalogue, null, 2)] : showCatalogue(catalogue)
    print(lines.map((line) => `${line}\n`).join(''))
    return 0
  },
}

export const scenarioRun = remoteCommand({
  arguments: [nameOrFile],
  examples: [
    { line: 'drydock scenario run carrier-outage', does: 'One carrier is down for ten minutes' },
    { line: 'drydock scenario run ./outage.yaml', does: 'A scenario of your own' },
  ],
  act: async ({ account }, given) => {
    const wanted = readScenario(given.of(nameOrFile))
    const { running } = await account.scenario.run(wanted).catch((error: unknown) => {
      if (!('source' in wanted) || !isBadInput(error)) throw error
      throw new SetupError(`NAME|FILE: ${error.message.replace(/^source is refused: /, '')}`)
    })
    return [`${running} runs.`]
  },
})

export const scenarioStop = remoteCommand({
  examples: [{ line: 'drydock scenario stop', does: 'Its faults are removed; the wallet stays as it is' }],
  act: async ({ account }) => {
    await account.scenario.stop()
    return ['No scenario runs.']
  },
})

async function listOwn(error: unknown): Promise<ScenarioListBody> {
  if (!(error instanceof UnreachableError)) throw error
  const { builtInScenarios } = await import('../../src/simulator/scenarios/catalogue.ts')
  return {
    scenarios: builtInScenarios().map(({ name, description }) => ({ name, description })),
    running: null,
  }
}

function showCatalogue({ scenarios, running }: ScenarioListBody): readonly string[] {
  const rows = scenarios.flatMap(({ name, description }) => [name, `  ${description}`])
  return running === null ? rows : [...rows, `${running} runs.`]
}

function readScenario(name: string): ScenarioInput {
  if (!/[./\\]/.test(name)) return { name }
  try {
    return { source: readFileSync(name, 'utf8'), file: name }
  } catch (error) {
    throw new SetupError(
      `NAME|FILE: ${name} cannot be read: ${error instanceof Error ? error.message : error}.`,
    )
  }
}
