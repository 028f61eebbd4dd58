import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { errorCodeOf } from '../wire/expect.ts'
import { TransportFailure } from '../wire/failures.ts'
import type { OperationName } from '../wire/operation.ts'

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
  sends:
    'The wallet without a key, a label that is not there, and if need be the wallet with a key; others where one of them gets no answer.',
  needs: ['key:test'],
  requests: { getWallet: 2, getLabel: 1 },
  run: async (t) => {
    const statuses: number[] = []
    let lost: unknown
    for (const probe of probes) {
      const asked = await ask(t, probe)
      if (typeof asked !== 'number') {
        lost = asked
        continue
      }
      statuses.push(asked)
      if (asked !== statuses[0]) return
      if (statuses.length === enough) break
    }
    if (statuses.length < 2) throw lost
    t.notJudged(
      `whatever is asked, the target answers ${statuses[0]}, so that nothing it does is proof of anything`,
    )
  },
}

/** So many that are answered alike will do. */
const enough = 3

type Probe = readonly [operation: OperationName, request: Parameters<RuleContext['call']>[1]]

/** The first few tell where all is well; one endpoint that gives no answer says nothing of the target. */
const probes: readonly Probe[] = [
  ['getWallet', { key: null }],
  ['getLabel', { id: nobodysLabel }],
  ['getWallet', {}],
  ['listCarrierAccounts', { key: null }],
  ['listCarrierAccounts', {}],
  ['listDeliveries', { key: null }],
  ['listDeliveries', {}],
]

/** The status of the answer, or why none came. */
async function ask(t: RuleContext, [operation, request]: Probe): Promise<number | TransportFailure> {
  try {
    return (await t.call(operation, request)).status
  } catch (error) {
    if (error instanceof TransportFailure) return error
    throw error
  }
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
