import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { refusal } from '../../../proof/refusal.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { withJson } from '../../../proof/wire.ts'

const nothing = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }

/** Services whose wallets are funded through the API. */
export const payingInMutants: readonly Mutant[] = [
  mutant('wallet-funded-by-the-api', 'POST /v1/wallet/fund pays money into the wallet.', ['WALLET-013'], {
    request: async (request, wire) => {
      if (request.method !== 'POST' || request.path !== '/v1/wallet/fund') return undefined
      await adjustBalance(wire, wire.accountOf(request) ?? '', 5_000)
      return withJson(nothing, { funded: true })
    },
  }),
  mutant('funding-refused-and-done', 'PATCH /v1/wallet is refused, and done.', ['WALLET-013'], {
    request: async (request, wire) => {
      if (request.method !== 'PATCH' || request.path !== '/v1/wallet') return undefined
      await adjustBalance(wire, wire.accountOf(request) ?? '', 5_000)
      return refusal(405, 'REQUEST.METHOD.NOT_ALLOWED')
    },
  }),
]
