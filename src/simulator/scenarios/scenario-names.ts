/** The names of the files in `fixtures/scenarios`, the built-in scenarios, as literal types. A test compares both. */
export const scenarioNames = [
  'bad-day-at-the-bank',
  'carrier-outage',
  'peak-season',
  'rolling-outage',
  'webhook-trouble',
] as const

/** The name of a built-in scenario. */
export type ScenarioName = (typeof scenarioNames)[number]
