import { operationNames, operationOf } from '../http/operation.ts'
import { plural } from '../plural.ts'
import { describeWhereSeen, fixOf, titleOf } from './cause-words.ts'
import {
  type CauseGroup,
  type EndpointCounts,
  isUnexpected,
  type Report,
  type RuleGroup,
  type RuleResult,
  type Status,
  summarise,
} from './report.ts'
import { headlineOf } from './sections/groups.ts'
import { createDeviationKeys, deviationKeyOf } from './shared-deviations.ts'

/** Builds the parts of a report that are computed from its results: counts, causes and endpoints. */
export function buildOverview(
  rules: readonly RuleResult[],
): Pick<Report, 'summary' | 'causes' | 'endpoints'> {
  return {
    summary: summarise(rules),
    causes: groupByCause(rules).map(({ results: _, ...group }) => group),
    endpoints: countByEndpoint(rules),
  }
}

/** Groups failed and errored rules by cause, without expected failures. The cause that keeps most rules from passing comes first. */
export function groupByCause(rules: readonly RuleResult[]): readonly RuleGroup[] {
  const groups = new Map<string, [RuleResult, ...RuleResult[]]>()
  const red = rules.filter(isUnexpected)
  const deviationOf = createDeviationKeys(red)
  for (const result of [...red, ...rules.filter(({ status }) => status === 'skipped')]) {
    // If a rule was skipped because another rule failed, it belongs to the cause of that failure.
    const source = result.status === 'skipped' ? red.find(({ id }) => id === result.because) : result
    if (source === undefined) continue
    const key = deviationOf(source)
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
  // A rule with another key is in the group only because it shows the same fault, such as the 500s of one operation.
  const direct = found.filter((each) => deviationKeyOf(each) === key)
  const chief = direct.find(({ id }) => id === named) ?? direct[0] ?? found[0] ?? first
  const results = [chief, ...[first, ...others].filter((each) => each !== chief)] as const
  const { cause } = chief
  const red = members.filter(({ status }) => status !== 'skipped')
  const isOne = red.every(({ endpoint }) => endpoint === chief.endpoint)
  const [here] = describeFieldPlace(chief)
  const alike =
    here === undefined ? [] : [...new Set(found.flatMap(describeFieldPlace))].filter((each) => each !== here)
  const countStatus = (status: RuleResult['status']): number =>
    members.filter((each) => each.status === status).length
  return {
    ...(cause === null
      ? describeGroup(chief, red)
      : { title: titleOf(cause), fix: `${fixOf(cause, chief)}${describeOtherPlaces(alike)}` }),
    endpoint: findGroupEndpoint(cause, { alike, shared: isOne ? chief.endpoint : null }),
    rules: results.map(({ id }) => id),
    failed: countStatus('failed'),
    errored: countStatus('errored'),
    skipped: countStatus('skipped'),
    results,
  }
}

/** Describes the field and endpoint if a rule's cause is about a field: `status of GET /v1/trackers/{id}`; empty for other causes. */
function describeFieldPlace({ cause }: RuleResult): readonly string[] {
  if (cause?.kind !== 'missing-field' && cause?.kind !== 'wrong-field') return []
  return [`${cause.field} of ${cause.endpoint ?? 'other responses'}`]
}

/** Describes where else the target deviates in the same way: ` The same is true of status of GET /v1/labels/{id} and 2 other fields.` */
function describeOtherPlaces(places: readonly string[]): string {
  const [first, ...others] = places
  if (first === undefined) return ''
  return ` The same is true of ${first}${others.length === 0 ? '' : ` and ${plural(others.length, 'other field')}`}.`
}

/** Returns the endpoint of a group of rules: of their cause, or else the one that all rules share; null if the rules have several. */
function findGroupEndpoint(
  cause: RuleResult['cause'],
  { alike, shared }: { readonly alike: readonly string[]; readonly shared: RuleResult['endpoint'] },
): string | null {
  if (cause === null || !('endpoint' in cause)) return shared
  return alike.length > 0 ? null : cause.endpoint
}

/** Returns the title and the needed change for a group of rules: from their cause, or else from the first rule. */
function describeGroup(chief: RuleResult, red: readonly RuleResult[]): Pick<CauseGroup, 'title' | 'fix'> {
  const { status, title, endpoint, reason, expected, actual, walk } = chief
  if (status === 'failed')
    return {
      title: `${chief.severity === undefined ? 'Broken rule' : 'Failed case'}: ${headlineOf(chief)}`,
      fix: `Expected ${expected}; got ${actual}.${endpoint === null && walk === null ? describeWhereSeen(chief) : ''}`,
    }
  const isSame = red.every((each) => each.reason === reason)
  return {
    title: red.length === 1 ? `Not judged: ${title}` : 'Not judged, all for the same reason',
    fix: `${reason ?? 'No reason is known.'}${isSame ? '' : ' (the others have similar reasons)'}`,
  }
}

/** Counts results by endpoint: first in the order of the specification, then other endpoints, then the rules about no single endpoint. */
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
