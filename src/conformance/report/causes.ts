import { operationNames, operationOf } from '../http/operation.ts'
import { plural } from '../plural.ts'
import { causeFixOf, causeTitleOf, describeWhereSeen } from './cause-words.ts'
import {
  type CauseGroup,
  countByStatus,
  type EndpointCounts,
  isUnexpected,
  type Report,
  type RuleGroup,
  type RuleResult,
  type Status,
} from './report.ts'
import { headlineOf } from './sections/groups.ts'
import { createDefectKeyFinder, defectKeyOf } from './shared-deviations.ts'

/** Builds the parts of a report that follow from the results of the rules: the counts, causes and endpoints. */
export function buildOverview(
  rules: readonly RuleResult[],
): Pick<Report, 'summary' | 'causes' | 'endpoints'> {
  return {
    summary: countByStatus(rules),
    causes: groupByCause(rules).map(({ results: _, ...group }) => group),
    endpoints: countByEndpoint(rules),
  }
}

/** Groups unexpected failures by their cause. The cause that keeps most rules from passing comes first. */
export function groupByCause(rules: readonly RuleResult[]): readonly RuleGroup[] {
  const groups = new Map<string, [RuleResult, ...RuleResult[]]>()
  const failures = rules.filter(isUnexpected)
  const findDefectKey = createDefectKeyFinder(failures)
  for (const result of [...failures, ...rules.filter(({ status }) => status === 'skipped')]) {
    // A rule that was skipped because another rule failed belongs to the group of the rule that failed.
    const source = result.status === 'skipped' ? failures.find(({ id }) => id === result.because) : result
    if (source === undefined) continue
    const key = findDefectKey(source)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [result])
    else group.push(result)
  }
  return [...groups].map(createGroup).sort((a, b) => b.rules.length - a.rules.length)
}

function createGroup([key, members]: readonly [string, readonly [RuleResult, ...RuleResult[]]]): RuleGroup {
  const [first, ...others] = members
  const found = members.filter(({ status, because }) => status === 'failed' && because === null)
  const named = members.find(({ status, because }) => status === 'errored' && because !== null)?.because
  // A rule with another key shows the defect of the group only indirectly. For example, it needs a field that a 500
  // response lacks. The first rule of the group should show the defect itself.
  const direct = found.filter((each) => defectKeyOf(each) === key)
  const mainRule = direct.find(({ id }) => id === named) ?? direct[0] ?? found[0] ?? first
  const results = [mainRule, ...[first, ...others].filter((each) => each !== mainRule)] as const
  const { cause } = mainRule
  const failures = members.filter(({ status }) => status !== 'skipped')
  const isOne = failures.every(({ endpoint }) => endpoint === mainRule.endpoint)
  const [here] = findFieldPlace(mainRule)
  const alike =
    here === undefined ? [] : [...new Set(found.flatMap(findFieldPlace))].filter((each) => each !== here)
  const countStatus = (status: RuleResult['status']): number =>
    members.filter((each) => each.status === status).length
  return {
    ...(cause === null
      ? describeGroup(mainRule, failures)
      : { title: causeTitleOf(cause), fix: `${causeFixOf(cause, mainRule)}${describeOtherPlaces(alike)}` }),
    endpoint: findGroupEndpoint(cause, { alike, shared: isOne ? mainRule.endpoint : null }),
    rules: results.map(({ id }) => id),
    failed: countStatus('failed'),
    errored: countStatus('errored'),
    skipped: countStatus('skipped'),
    results,
  }
}

/** If a rule failed because of a field, returns the field with its endpoint: `status of GET /v1/trackers/{id}`; otherwise empty. */
function findFieldPlace({ cause }: RuleResult): readonly string[] {
  if (cause?.kind !== 'missing-field' && cause?.kind !== 'wrong-field') return []
  return [`${cause.field} of ${cause.endpoint ?? 'other responses'}`]
}

/** Names other fields with the same defect: ` The same is true of status of GET /v1/labels/{id} and 2 other fields.` */
function describeOtherPlaces(places: readonly string[]): string {
  const [first, ...others] = places
  if (first === undefined) return ''
  return ` The same is true of ${first}${others.length === 0 ? '' : ` and ${plural(others.length, 'other field')}`}.`
}

/** Returns the endpoint of a group of rules: that of their cause, or else the one that all the rules are about; null for several. */
function findGroupEndpoint(
  cause: RuleResult['cause'],
  { alike, shared }: { readonly alike: readonly string[]; readonly shared: RuleResult['endpoint'] },
): string | null {
  if (cause === null || !('endpoint' in cause)) return shared
  return alike.length > 0 ? null : cause.endpoint
}

/** Returns the title of a group of rules and the change that the target needs, from the cause of the rules or else from the first rule. */
function describeGroup(
  mainRule: RuleResult,
  failures: readonly RuleResult[],
): Pick<CauseGroup, 'title' | 'fix'> {
  const { status, title, endpoint, reason, expected, actual, walk } = mainRule
  if (status === 'failed')
    return {
      title: `${mainRule.severity === undefined ? 'Broken rule' : 'Failed case'}: ${headlineOf(mainRule)}`,
      fix: `Expected ${expected}; got ${actual}.${endpoint === null && walk === null ? describeWhereSeen(mainRule) : ''}`,
    }
  const isSame = failures.every((each) => each.reason === reason)
  return {
    title: failures.length === 1 ? `Not checked: ${title}` : 'Not checked, all for the same reason',
    fix: `${reason ?? 'No reason is known.'}${isSame ? '' : ' (the others have similar reasons)'}`,
  }
}

/** Counts results by endpoint: in the order of the specification, then other endpoints, then rules about no single endpoint. */
export function countByEndpoint(rules: readonly RuleResult[]): readonly EndpointCounts[] {
  const named = operationNames.map((name) => operationOf(name).endpoint)
  const found = rules.map(({ endpoint }) => endpoint).filter((each) => each !== null)
  const all = [...new Set([...named, ...found]), null]
  return all.flatMap((endpoint) => {
    const ofEndpoint = rules.filter((rule) => rule.endpoint === endpoint)
    const countStatus = (status: Status): number => ofEndpoint.filter((rule) => rule.status === status).length
    if (ofEndpoint.length === 0) return []
    return [
      {
        endpoint,
        passed: countStatus('passed'),
        failed: countStatus('failed'),
        errored: countStatus('errored'),
        skipped: countStatus('skipped'),
      },
    ]
  })
}
