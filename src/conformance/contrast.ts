import type { ActiveRule } from './rule.ts'

const nobodysLabel = 'lbl_000000000000000000000000'

/**
 * A target that answers everything alike proves nothing by any answer, however good it looks. This is no rule: it
 * breaks off where the target gave one status to a good request, one without a key, and one for what is not there.
 */
export const contrast: ActiveRule = {
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
