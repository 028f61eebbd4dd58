import { expectSuccess, expectThat } from '../expect.ts'
import { fieldsOf, isObject } from '../fields.ts'
import type { Rule } from '../rule.ts'

const endpoint = 'GET /v1/wallet'

export const walletRules: readonly Rule[] = [
  {
    kind: 'active',
    id: 'WALLET-001',
    title: 'The wallet can be read, and the answer holds its balance as a whole number of cents.',
    section: 'Endpoints',
    endpoint,
    basis: 'table',
    sends: 'A GET of the wallet with a test key.',
    needs: ['key:test'],
    requests: { getWallet: 1 },
    run: async (t) => {
      const answer = await t.call('getWallet')
      const wallet = fieldsOf(expectSuccess(answer), '', answer)
      // The fields of the record are not named: any whole number in it, or one level down, can be the balance.
      const values = Object.values(wallet.value).flatMap((each) =>
        isObject(each) ? Object.values(each) : [each],
      )
      expectThat(
        values.some((value) => Number.isSafeInteger(value)),
        {
          expected: 'a balance in whole cents somewhere in the wallet',
          actual: wallet.value,
          answer,
        },
      )
    },
  },
]
