import * as z from 'zod'
import { refuseField } from '../../simulator/requests/json-body.ts'
import { describeAllowedWords } from '../../simulator/requests/similar-words.ts'
import { findRunningScenario, startScenario, stopScenario } from '../../simulator/scenarios/running.ts'
import { createStrictSchema } from './fields.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute, noContent } from './route.ts'

const text = z.string({ error: 'must be a text' })

const scenarioChoice = createStrictSchema({
  name: text.optional().describe('The name of a built-in scenario.'),
  source: text.optional().describe('A scenario in YAML, instead of `name`.'),
  file: text.optional().describe('The file name to use in messages about `source`.'),
})

/** The calls about scenarios, which are Drydock's addition to the control protocol. */
export const scenarioRoutes: readonly ControlRoute[] = [
  defineAccountRoute('GET', '/scenario', async (context) => {
    const { listBuiltInScenarios, loadBuiltInScenarios } = await import('../scenarios/catalogue.ts')
    await loadBuiltInScenarios()
    const scenarios = listBuiltInScenarios().map(({ name, description }) => ({ name, description }))
    return { status: 200, body: { scenarios, running: findRunningScenario(context) } }
  }),
  defineBodyRoute('POST', '/scenario', scenarioChoice, async ({ id }, choice, { simulator }) => {
    const { readScenario } = await import('../scenarios/scenario-source.ts')
    const scenario = (await readScenario(choice)) ?? (await refuseUnknownScenario(choice))
    // The account may have been reset or deleted while the file was read.
    startScenario(simulator.getAccount(id), scenario)
    return { status: 201, body: { running: scenario.name } }
  }),
  defineAccountRoute('DELETE', '/scenario', (context) => {
    stopScenario(context)
    return noContent
  }),
]

async function refuseUnknownScenario({ name }: { readonly name?: string | undefined }): Promise<never> {
  const { listBuiltInScenarioNames } = await import('../scenarios/catalogue.ts')
  return refuseField('name', describeAllowedWords(listBuiltInScenarioNames(), name))
}
