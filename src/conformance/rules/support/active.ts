import { type OperationName, operationOf } from '../../http/operation.ts'
import measured from '../../request-budgets.json' with { type: 'json' }
import type { ActiveRule, InvariantRule, RequestCounts } from '../../rule.ts'
import { type Judged, sectionOf } from '../../section.ts'

/** The facts that the definition of a rule states. The rule's section and endpoint are derived from them. */
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

/** The facts that the definition of a rule with requests states. */
export type StatedRequestFacts = Omit<StatedFacts<ActiveRule>, 'needs' | 'requests'> &
  Partial<Pick<ActiveRule, 'needs' | 'requests'>>

/**
 * Creates a rule that sends requests. Without `needs`, it needs a test key. Without `requests`, it sends at most as
 * many as `npm run budgets` has measured; a rule states `requests` only if a service other than the simulator may
 * need more.
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
