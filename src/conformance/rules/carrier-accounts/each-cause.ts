import { expectError, expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { accountsIn } from '../support/addresses/connected-accounts.ts'
import { rejected } from '../support/addresses/rejected-account.ts'
import { mostCarriers } from '../support/each-carrier.ts'
import { rule } from '../support/rules-on.ts'

const causes = ['down', 'timeout', 'error', 'malformed', 'reject'] as const

/** Rules about the list of accounts while any carrier fails, for any cause. */
export const eachCauseRules: readonly Rule[] = [
  rule(
    'CARR-009',
    'Whichever carrier fails at the list of accounts is told of by its cause, and the list comes once it works.',
  )
    .on('listCarrierAccounts', { needs: ['control:faults', 'control:carrier_accounts'] })
    .judges('ENDPOINTS-79')
    .by(async (t) => {
      const list = () => t.call('listCarrierAccounts')
      const carriers = [...new Set((await t.setup.rates()).map(({ carrier }) => carrier))].slice(
        0,
        mostCarriers,
      )
      for (const carrier of carriers) await t.account.carrierAccounts.connect({ carrier })
      const due = await t.setup.of(
        'The list of carrier accounts',
        async () => accountsIn(await list()).length,
      )
      for (const carrier of carriers) {
        for (const mode of causes) {
          const code = mode === 'reject' ? { code: rejected } : {}
          await t.account.faults.add({ target: `carrier:${carrier}`, operation: 'accounts', mode, ...code })
          const answer = await list()
          if (mode === 'reject') expectError(answer, rejected)
          else expectError(answer, 'CARRIER.ERROR.UNKNOWN').text('raw_carrier_error')
          await t.account.faults.clear()
        }
      }
      const answer = await list()
      const found = accountsIn(answer).length
      expectThat(found === due, {
        expected: `${due} carrier accounts, as before the failures`,
        actual: `${found} carrier accounts`,
        answer,
      })
    }),
]
