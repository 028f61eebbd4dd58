import { type OperationName, operationOf } from '../../http/operation.ts'
import measured from '../../request-budgets.json' with { type: 'json' }
import type { ActiveRule, InvariantRule, RequestCounts } from '../../rule.ts'
import { type Judged, sectionOf } from '../../section.ts'

/** The fields that the author of a rule writes. `makeRequestRule` and `makeResponseRule` add the section and the endpoint. */
export type StatedFacts<Made extends ActiveRule | InvariantRule> = Omit<
  Made,
  'kind' | 'judges' | 'section' | 'endpoint'
> & {
  readonly judges: Judged
  /** The operation that the rule is about, if it is about a single one. */
  readonly operation?: OperationName
  /** The endpoint that the rule is about, if it is not one of the thirteen operations. */
  readonly endpoint?: Made['endpoint']
}

/** The fields that the author of a rule with requests writes. */
export type StatedRequestFacts = Omit<StatedFacts<ActiveRule>, 'needs' | 'requests'> &
  Partial<Pick<ActiveRule, 'needs' | 'requests'>>

/**
 * Creates a rule that sends requests. By default, `needs` is a test key, and `requests` (how many requests the rule sends
 * at most) is the number that `npm run budgets` has measured with the simulator. A rule states `requests` only if it
 * may send more to other services.
 */
export function makeRequestRule(rule: StatedRequestFacts): ActiveRule {
  return {
    kind: 'active',
    needs: ['key:test'],
    requests: budgets.get(rule.id) ?? {},
    ...deriveSectionAndEndpoint(rule),
  }
}

const budgets = new Map<string, RequestCounts>(Object.entries(measured))

/** Creates a rule that checks every response of the run. */
export function makeResponseRule(rule: StatedFacts<InvariantRule>): InvariantRule {
  return { kind: 'invariant', ...deriveSectionAndEndpoint(rule) }
}

function deriveSectionAndEndpoint<
  Rule extends Pick<StatedFacts<ActiveRule>, 'judges' | 'operation' | 'endpoint'>,
>({ operation, ...rule }: Rule) {
  const endpoint = operation === undefined ? (rule.endpoint ?? null) : operationOf(operation).endpoint
  return { ...rule, section: sectionOf(rule.judges[0]), endpoint }
}
