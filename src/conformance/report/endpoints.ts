import { operationNames, operationOf } from '../http/operation.ts'
import type { EndpointCounts, RuleResult, Status } from './report.ts'

/** The results by endpoint: in the order of the specification, then other endpoints, then rules about no single one. */
export function endpointsOf(rules: readonly RuleResult[]): readonly EndpointCounts[] {
  const named = operationNames.map((name) => operationOf(name).endpoint)
  const found = rules.map(({ endpoint }) => endpoint).filter((each) => each !== null)
  const all = [...new Set([...named, ...found]), null]
  return all.flatMap((endpoint) => {
    const ofEndpoint = rules.filter((rule) => rule.endpoint === endpoint)
    const count = (status: Status): number => ofEndpoint.filter((rule) => rule.status === status).length
    if (ofEndpoint.length === 0) return []
    return [
      {
        endpoint,
        passed: count('passed'),
        failed: count('failed'),
        errored: count('errored'),
        skipped: count('skipped'),
      },
    ]
  })
}
