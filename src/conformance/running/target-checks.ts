import type { ActiveRule } from '../rule.ts'
import { errorCodeOf } from '../wire/expect.ts'

const nobodysLabel = 'lbl_000000000000000000000000'

/**
 * A target that answers everything alike proves nothing by any answer, however good it looks. This is no rule: it
 * breaks off where the target gave one status to a good request, one without a key, and one for what is not there.
 */
export const uniformAnswerCheck: ActiveRule = {
  id: 'CONTRAST-0',
  title: 'The target tells requests apart.',
  section: 'Conventions',
  endpoint: null,
  basis: 'derived',
  kind: 'active',
  sends: 'The wallet without a key, a label that is not there, and if need be the wallet with a key.',
  needs: ['key:test'],
  requests: { getWallet: 2, getLabel: 1 },
  run: async (t) => {
    const { status } = await t.call('getWallet', { key: null })
    if ((await t.call('getLabel', { id: nobodysLabel })).status !== status) return
    if ((await t.call('getWallet')).status !== status) return
    t.notJudged(
      `whatever is asked, the target answers ${status}, so that nothing it does is proof of anything`,
    )
  },
}

/** A mistake of whoever runs the suite, not of the target: breaks off where it does not take the key. No rule either. */
export const keyCheck: ActiveRule = {
  ...uniformAnswerCheck,
  id: 'KEY-0',
  title: 'The target takes the key.',
  sends: 'The wallet with the key.',
  requests: { getWallet: 1 },
  run: async (t) => {
    const answer = await t.call('getWallet')
    const code = errorCodeOf(answer)
    if (answer.status !== 401 || typeof code !== 'string' || !code.startsWith('AUTH.KEY.')) return
    t.notJudged(`The target refuses the key given as --key (401 ${code}), so that nothing can be judged.`)
  },
}
