/** The built-in scenarios: the files of `fixtures/scenarios`, for types. A test compares them. */
export const scenarioNames = [
  'bad-day-at-the-bank',
  'carrier-outage',
  'peak-season',
  'rolling-outage',
  'webhook-trouble',
] as const

/** The name of a built-in scenario. */
export type ScenarioName = (typeof scenarioNames)[number]
