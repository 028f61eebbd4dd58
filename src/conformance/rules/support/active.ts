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
  /** The endpoint that the rule is about, if it is not one of the thirteen operations. */
  readonly endpoint?: Made['endpoint']
}

/** The facts that a rule with requests states. */
export type StatedActive = Omit<Stated<ActiveRule>, 'needs' | 'requests'> &
  Partial<Pick<ActiveRule, 'needs' | 'requests'>>

/**
 * Makes a rule that sends requests. Without `needs`, it needs a test key. Without `requests`, it sends at most as many as
 * `npm run budgets` has measured; a rule states `requests` only if a service other than the simulator may need more.
 */
export function makeRequestRule(rule: StatedActive): ActiveRule {
  return { kind: 'active', needs: ['key:test'], requests: budgets.get(rule.id) ?? {}, ...deriveFacts(rule) }
}

const budgets = new Map<string, RequestCounts>(Object.entries(measured))

/** Makes a rule about every response of the run. */
export function makeResponseRule(rule: Stated<InvariantRule>): InvariantRule {
  return { kind: 'invariant', ...deriveFacts(rule) }
}

function deriveFacts<Rule extends Pick<Stated<ActiveRule>, 'judges' | 'operation' | 'endpoint'>>({
  operation,
  ...rule
}: Rule) {
  const endpoint = operation === undefined ? (rule.endpoint ?? null) : operationOf(operation).endpoint
  return { ...rule, section: sectionOf(rule.judges[0]), endpoint }
}
