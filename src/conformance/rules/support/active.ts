import { type OperationName, operationOf } from '../../http/operation.ts'
import measured from '../../request-budgets.json' with { type: 'json' }
import type { ActiveRule, InvariantRule, RequestCounts } from '../../rule.ts'
import { type Judged, sectionOf } from '../../section.ts'

/** The facts that the code of a rule states. Its section and endpoint follow from them. */
export type Stated<Made extends ActiveRule | InvariantRule> = Omit<
  Made,
  'kind' | 'judges' | 'section' | 'endpoint'
> & {
  readonly judges: Judged
  /** The operation that the rule is about, if it is one. */
  readonly operation?: OperationName
  /** The endpoint that it is about, if that is none of the thirteen operations. */
  readonly endpoint?: Made['endpoint']
}

/** The facts that a rule with requests states. */
export type StatedActive = Omit<Stated<ActiveRule>, 'needs' | 'requests'> &
  Partial<Pick<ActiveRule, 'needs' | 'requests'>>

/**
 * Makes a rule that sends requests. It needs a test key unless it says otherwise. It sends at most what `npm run budgets` has
 * measured, and states its requests only if another service than the simulator may need more.
 */
export function ruleWithRequests(rule: StatedActive): ActiveRule {
  return { kind: 'active', needs: ['key:test'], requests: budgets.get(rule.id) ?? {}, ...derived(rule) }
}

const budgets = new Map<string, RequestCounts>(Object.entries(measured))

/** Makes a rule about every answer of the run. */
export function ruleOnEveryAnswer(rule: Stated<InvariantRule>): InvariantRule {
  return { kind: 'invariant', ...derived(rule) }
}

function derived<Rule extends Pick<Stated<ActiveRule>, 'judges' | 'operation' | 'endpoint'>>({
  operation,
  ...rule
}: Rule) {
  const endpoint = operation === undefined ? (rule.endpoint ?? null) : operationOf(operation).endpoint
  return { ...rule, section: sectionOf(rule.judges[0]), endpoint }
}
