import { changeSuccesses, isLive, keyOf } from '../../../../variations/json-responses.ts'
import { jsonOf, withHeader, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, countUp, createJsonMutantBuilder, refuseWith } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'

const buildWalletMutant = createJsonMutantBuilder('getWallet')

/** Deliberately broken services whose wallets show a wrong balance, or are charged wrongly for purchases. */
export const walletMutants: readonly Mutant[] = [
  buildWalletMutant('wallet-in-dollars', 'The balance of the wallet is a text in dollars.')
    .kills('WALLET-001', 'WALLET-007')
    .by(() => ({ balance: '1000.00', currency: 'USD' })),
  buildWalletMutant(
    'wallet-in-dollars-reloading',
    'The balance of the wallet is a text in dollars, and auto-reload is shown as on.',
  )
    .kills('WALLET-001', 'WALLET-007')
    .by(() => ({ balance: '9999.50', auto_reload: { enabled: true, amount_cents: null }, card: null })),
  buildMutant('wallet-closed', 'Reading the wallet returns 404.')
    .kills('WALLET-001')
    .by(refuseWith('getWallet', 404, 'WALLET.NOT_FOUND')),
  buildMutant('fee-taken', 'A live purchase takes a cent more than its price.')
    .kills('WALLET-002')
    .by(() => {
      const counts = new Map<string, number>()
      return changeSuccesses('buyLabel', (json, request) => {
        const count = countUp(counts, keyOf(request))
        return isLive(request)
          ? { ...json, wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) - count }
          : undefined
      })
    }),
  buildMutant(
    'balance-drifts',
    'Each live purchase reports a balance that is 100 cents higher than after the purchase before.',
  )
    .kills('WALLET-002', 'WALLET-003')
    .by(() => {
      let tooMuch = 0
      return changeSuccesses('buyLabel', (json, request) => {
        if (!isLive(request)) return undefined
        tooMuch += 100
        return { ...json, wallet_balance_after_cents: Number(json['wallet_balance_after_cents']) + tooMuch }
      })
    }),
  buildMutant('live-free', 'Live purchases are not charged.')
    .kills('WALLET-002')
    .by(() => {
      let first: unknown
      return changeSuccesses('buyLabel', (json, request) => {
        if (!isLive(request)) return undefined
        first ??= json['wallet_balance_after_cents']
        return { ...json, wallet_balance_after_cents: first }
      })
    }),
  buildMutant('balance-before', 'A live purchase reports the balance before its charge.')
    .kills('WALLET-003')
    .by(
      changeSuccesses('buyLabel', (json, request) =>
        isLive(request)
          ? {
              ...json,
              wallet_balance_after_cents:
                Number(json['wallet_balance_after_cents']) + Number(json['rate_cents']),
            }
          : undefined,
      ),
    ),
  buildWalletMutant('wallet-frozen', 'The live wallet always shows a balance of 1,000 dollars.')
    .kills('WALLET-003', 'WALLET-004')
    .by((json, request) => (isLive(request) ? { ...json, balance_cents: 100_000 } : undefined)),
  buildMutant('no-auto-reload', 'Auto-reload never adds money.')
    .kills('WALLET-005')
    .by({
      controlRequest: (request) => {
        const json = jsonOf(request)
        if (!request.path.endsWith('/wallet') || !isObject(json) || !isObject(json['auto_reload']))
          return undefined
        return withHeader(withJson(request, { ...json, auto_reload: null }), 'x-changed', '1')
      },
    }),
  buildMutant('last-cent-kept', 'A wallet that has exactly the price of a label cannot pay for the label.')
    .kills('WALLET-006')
    .by(
      refuseWith(
        'buyLabel',
        402,
        'WALLET.INSUFFICIENT_BALANCE',
        (json) => json['wallet_balance_after_cents'] === 0,
      ),
    ),
  ...(
    [
      ['funded-with-less', 'A wallet can be funded with 4.99 dollars.', 499, 500],
      ['least-refused', 'A wallet cannot be funded with 5 dollars.', 500, 499],
      ['funded-with-more', 'A wallet that is funded with 5 dollars gets 6 dollars.', 500, 600],
    ] as const
  ).map(([id, deviation, asked, done]) =>
    buildMutant(id, deviation)
      .kills('WALLET-008')
      .by({
        controlRequest: (request) => {
          const json = jsonOf(request)
          return request.path.endsWith('/wallet/fund') && isObject(json) && json['amount_cents'] === asked
            ? withJson(request, { amount_cents: done })
            : undefined
        },
      }),
  ),
]
