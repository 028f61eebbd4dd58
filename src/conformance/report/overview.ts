import { causesOf } from './causes.ts'
import { endpointsOf } from './endpoints.ts'
import { type Report, type RuleResult, summarise } from './report.ts'

/** The parts of a report that follow from its results: counts, causes and endpoints. */
export function overviewOf(rules: readonly RuleResult[]): Pick<Report, 'summary' | 'causes' | 'endpoints'> {
  return {
    summary: summarise(rules),
    causes: causesOf(rules).map(({ results: _, ...group }) => group),
    endpoints: endpointsOf(rules),
  }
}
