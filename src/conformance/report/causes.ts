import { keyOf } from '../wire/cause.ts'
import { fixOf, seenIn, titleOf } from './cause-words.ts'
import { type CauseGroup, isUnexpected, type RuleGroup, type RuleResult } from './report.ts'
import { headlineOf } from './sections/groups.ts'
import { withoutValues } from './without-values.ts'

/** The red rules by cause, without expected failures. The cause that keeps most rules from passing comes first. */
export function causesOf(rules: readonly RuleResult[]): readonly RuleGroup[] {
  const groups = new Map<string, [RuleResult, ...RuleResult[]]>()
  const red = rules.filter(isUnexpected)
  const keyFor = (result: RuleResult): string => {
    // A rule that failed because another is broken belongs to the cause of that one.
    const named = result.cause?.kind === 'broken-rule' ? result.because : null
    return groupKey(red.find(({ id }) => id === named) ?? result)
  }
  for (const result of [...red, ...rules.filter(({ status }) => status === 'skipped')]) {
    // A skipped rule belongs to the cause of the rule that it was skipped for.
    const source = result.status === 'skipped' ? red.find(({ id }) => id === result.because) : result
    if (source === undefined) continue
    const key = keyFor(source)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [result])
    else group.push(result)
  }
  return [...groups.values()].map(groupOf).sort((a, b) => b.rules.length - a.rules.length)
}

/** The key of a rule's group. Rules without a cause at the target are grouped by their reason. */
function groupKey({ id, status, cause, reason }: RuleResult): string {
  if (cause !== null) return keyOf(cause)
  return status === 'errored' ? `errored ${withoutValues(reason ?? '')}` : id
}

function groupOf(members: readonly [RuleResult, ...RuleResult[]]): RuleGroup {
  const [first, ...others] = members
  const finder = members.find(({ status, because }) => status === 'failed' && because === null) ?? first
  const named = members.find(({ status, because }) => status === 'errored' && because !== null)?.because
  const chief = members.find(({ id }) => id === named) ?? finder
  const results = [chief, ...[first, ...others].filter((each) => each !== chief)] as const
  const { cause } = chief
  const red = members.filter(({ status }) => status !== 'skipped')
  const isOne = red.every(({ endpoint }) => endpoint === chief.endpoint)
  const count = (status: RuleResult['status']): number =>
    members.filter((each) => each.status === status).length
  return {
    ...(cause === null ? wordsOf(chief, red) : { title: titleOf(cause), fix: fixOf(cause, chief) }),
    endpoint: cause !== null && 'endpoint' in cause ? cause.endpoint : isOne ? chief.endpoint : null,
    rules: results.map(({ id }) => id),
    failed: count('failed'),
    errored: count('errored'),
    skipped: count('skipped'),
    results,
  }
}

/** The title and fix of a group. A rule without a cause gives its own words. */
function wordsOf(chief: RuleResult, red: readonly RuleResult[]): Pick<CauseGroup, 'title' | 'fix'> {
  const { status, title, endpoint, reason, expected, actual, walk } = chief
  if (status === 'failed')
    return {
      title: `Not so: ${headlineOf(chief)}`,
      fix: `Expected ${expected}; got ${actual}.${endpoint === null && walk === null ? seenIn(chief) : ''}`,
    }
  const isSame = red.every((each) => each.reason === reason)
  return {
    title: red.length === 1 ? `Not judged: ${title}` : 'Not judged, all for the same reason',
    fix: `${reason ?? 'No reason is known.'}${isSame ? '' : ' (others alike)'}`,
  }
}
