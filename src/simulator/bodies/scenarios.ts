import { type BodyOf, body, listOf, text, textOrNull } from './body-schema.ts'

export type ScenarioListBody = BodyOf<typeof scenarioListBody>
export const scenarioListBody = body(
  {
    scenarios: listOf(
      body(
        { name: text('What to start it by.'), description: text('What happens in it.') },
        'A scenario that is built in.',
      ),
      'The scenarios that are built in.',
    ),
    running: textOrNull('The one that runs; null where none does.'),
  },
  'The scenarios there are.',
)

export type RunningScenarioBody = BodyOf<typeof runningScenarioBody>
export const runningScenarioBody = body({ running: text('The one that runs.') }, 'The scenario that runs.')
