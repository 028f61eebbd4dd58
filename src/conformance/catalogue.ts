import type { Mutant } from './proof/mutant.ts'
import type { Rule } from './rule.ts'
import { addresses } from './rules/addresses/topic.ts'
import { batches } from './rules/batches/topic.ts'
import { carrierAccounts } from './rules/carrier-accounts/topic.ts'
import { conventions } from './rules/conventions/topic.ts'
import { downloads } from './rules/downloads/topic.ts'
import { errors } from './rules/errors/topic.ts'
import { exploring } from './rules/explore/topic.ts'
import { flows } from './rules/flows/topic.ts'
import { keys } from './rules/keys/topic.ts'
import { labels } from './rules/labels/topic.ts'
import { limits } from './rules/limits/topic.ts'
import { rates } from './rules/rates/topic.ts'
import { requests } from './rules/requests/topic.ts'
import { tracking } from './rules/tracking/topic.ts'
import { voids } from './rules/voids/topic.ts'
import { wallet } from './rules/wallet/topic.ts'
import { webhooks } from './rules/webhooks/topic.ts'
import type { Topic } from './topic.ts'

/** The topics of the suite, in the order of reports. Each has rules, and mutants (deliberately broken services) that prove the rules. */
export const topics: readonly Topic[] = [
  conventions,
  errors,
  keys,
  requests,
  addresses,
  rates,
  carrierAccounts,
  labels,
  downloads,
  voids,
  wallet,
  tracking,
  batches,
  webhooks,
  limits,
  flows,
  exploring,
]

/** All rules of the suite, in the order of reports. */
export const rules: readonly Rule[] = listRulesInReportOrder(topics)

/** Loads all mutants (deliberately broken services that test the suite), in the order of the topics. */
export async function loadMutants(): Promise<readonly Mutant[]> {
  return (await Promise.all(topics.map((topic) => topic.mutants()))).flat()
}

function listRulesInReportOrder(topicList: readonly Topic[]): readonly Rule[] {
  const shownBehind = Object.assign({}, ...topicList.map((topic) => topic.shownBehind))
  const allRules = topicList.flatMap((topic) => topic.rules)
  const followers = new Map<string, Rule[]>()
  for (const rule of allRules) {
    const predecessor = shownBehind[rule.id]
    if (predecessor !== undefined) followers.set(predecessor, [...(followers.get(predecessor) ?? []), rule])
  }
  const listRuleAndFollowers = (rule: Rule): readonly Rule[] => [
    rule,
    ...(followers.get(rule.id) ?? []).flatMap(listRuleAndFollowers),
  ]
  return allRules.filter(({ id }) => !(id in shownBehind)).flatMap(listRuleAndFollowers)
}
