import { changeSuccesses } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { buildMutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { adjustBalance } from '../../../proof/stateful/backdoor.ts'
import { buildStatefulMutant } from '../../../proof/stateful/stateful.ts'

const max31Bits = 2 ** 31 - 1

const emptyOkResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
}

/** Deliberately broken services whose wallets can be changed through the API. */
const apiFundingMutants: readonly Mutant[] = [
  buildMutant('wallet-funded-by-the-api', 'POST /v1/wallet/fund pays money into the wallet.')
    .kills('WALLET-013')
    .by({
      request: async (request, wire) => {
        if (request.method !== 'POST' || request.path !== '/v1/wallet/fund') return undefined
        await adjustBalance(wire, wire.accountOf(request) ?? '', 5_000)
        return withJson(emptyOkResponse, { funded: true })
      },
    }),
  buildMutant('funding-refused-and-done', 'PATCH /v1/wallet is refused, but still changes the balance.')
    .kills('WALLET-013')
    .by({
      request: async (request, wire) => {
        if (request.method !== 'PATCH' || request.path !== '/v1/wallet') return undefined
        await adjustBalance(wire, wire.accountOf(request) ?? '', 5_000)
        return buildErrorResponse(405, 'REQUEST.METHOD.NOT_ALLOWED')
      },
    }),
]

/** Deliberately broken services whose wallets fail with large balances or simultaneous purchases. */
export const largeAndManyMutants: readonly Mutant[] = [
  buildMutant('balance-in-31-bits', 'The wallet shows at most the largest balance that 31 bits can hold.')
    .kills('WALLET-015')
    .by(
      changeSuccesses('getWallet', (json) => ({
        ...json,
        balance_cents: Math.min(max31Bits, Number(json['balance_cents'])),
      })),
    ),
  buildMutant(
    'balance-after-in-32-bits',
    'The wallet balance in the response to a purchase is cut to 32 bits.',
  )
    .kills('WALLET-015')
    .by(
      changeSuccesses('buyLabel', (json) => ({
        ...json,
        wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) % 2 ** 32,
      })),
    ),
  buildStatefulMutant(
    'fifth-at-once-unpaid',
    'If five live labels are bought at once, the fifth label is not charged.',
  )
    .kills('WALLET-016')
    .by(() => {
      let open = 0
      const crowded = new WeakSet<object>()
      return {
        before: ({ request, operation, isLive }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          open += 1
          if (open === 5) crowded.add(request)
          return undefined
        },
        after: async (seen) => {
          if (seen.operation !== 'buyLabel' || !seen.isLive) return undefined
          open -= 1
          if (!seen.isGood || !crowded.has(seen.request)) return undefined
          await adjustBalance(seen.wire, seen.account, Number(seen.json['rate_cents']))
          return seen.response
        },
      }
    }),
  ...apiFundingMutants,
]
