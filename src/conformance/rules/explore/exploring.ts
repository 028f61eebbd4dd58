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

/** Nobody else asks anything with the keys of such an account, and it has not been asked anything before. */
const ownAccounts = ['control:accounts'] as const

export const exploringRules: readonly Rule[] = [
  group({
    id: 'EXPL-001',
    title:
      'Whatever comes before, live purchases take what they cost from the wallet, and nothing else does.',
    section: 'States and transitions',
    needs: isolatedWallet,
  }),
  group({
    id: 'EXPL-002',
    title:
      'Whatever comes before, rates are in order, are sold as they were quoted for 15 minutes, and a carrier that fails takes no other with it.',
    section: 'States and transitions',
  }),
  group({
    id: 'EXPL-003',
    title:
      'Whatever comes before, a label reads as it was bought, and is voided once, until its package is scanned.',
    section: 'States and transitions',
  }),
  group({
    id: 'EXPL-004',
    title:
      'Whatever comes before, a batch costs what its items do, is started once, and is moved by no other.',
    section: 'States and transitions',
  }),
  group({
    id: 'EXPL-005',
    title:
      'Whatever comes before, a tracker is what was registered, sees what its carrier says, and forgets nothing of it.',
    section: 'Resources and their fields',
    needs: ownAccounts,
  }),
  group({
    id: 'EXPL-006',
    title:
      'Whatever comes before, each purchase is told of at its client’s webhook, at its times, until it is taken.',
    section: 'Events',
    needs: ownAccounts,
  }),
  group({
    id: 'EXPL-007',
    title:
      'Whatever comes before, each key is let in or refused by what it is, what it may do and how long it is good.',
    section: 'Authentication',
    needs: ownAccounts,
  }),
  group({
    id: 'EXPL-008',
    title:
      'Whatever comes before, each key has its own limit at each endpoint, and each request takes one of it.',
    section: 'Limits',
    needs: ownAccounts,
  }),
  group({
    id: 'EXPL-009',
    title:
      'Whatever comes before, nobody sees or changes what is another client’s, and no id stands for a thing of another kind.',
    section: 'Endpoints',
    needs: ownAccounts,
  }),
  group({
    id: 'EXPL-010',
    title:
      'Whatever comes before, every answer has its headers, a request id of its own and the form of its kind.',
    section: 'Errors',
    needs: ownAccounts,
  }),
]
