import type { ActiveRule, Rule } from '../../rule.ts'
import { active } from '../support/active.ts'
import { isolatedWallet } from '../support/isolated-wallet.ts'

type Group = Pick<ActiveRule, 'id' | 'title' | 'section'> & Partial<Pick<ActiveRule, 'needs'>>

/** A rule that speaks for what the judge of its id finds on the walks of the run. */
function group(rule: Group): Rule {
  return active({
    endpoint: null,
    basis: 'derived',
    sends:
      'Walks: calls, faults and moves of time that are drawn from a seed, shared by all rules of this kind.',
    requests: {},
    explores: true,
    run: (t) => t.explore(),
    ...rule,
  })
}

export const exploringRules: readonly Rule[] = [
  group({
    id: 'EXPL-001',
    title:
      'Whatever comes before, live purchases take what they cost from the wallet, and nothing else does.',
    section: 'States and transitions',
    needs: isolatedWallet,
  }),
]
