import { type BodyOf, body, listOf, text, textOrNull } from '../body-schema.ts'

/** The built-in scenarios, and the one that is running. */
export type ScenarioListBody = BodyOf<typeof scenarioListBody>
export const scenarioListBody = body(
  {
    scenarios: listOf(
      body(
        {
          name: text('The name of the scenario, to start it.'),
          description: text('What happens in the scenario.'),
        },
        'A built-in scenario.',
      ),
      'The built-in scenarios.',
    ),
    running: textOrNull('The name of the scenario that is running; null if none is.'),
  },
  'The built-in scenarios, and the one that is running.',
  { id: 'Scenarios' },
)

/** The scenario that was started. */
export type RunningScenarioBody = BodyOf<typeof runningScenarioBody>
export const runningScenarioBody = body(
  { running: text('The name of the scenario that is running.') },
  'The scenario that is running.',
  { id: 'RunningScenario' },
)
