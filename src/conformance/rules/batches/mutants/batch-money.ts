import { changeSuccesses, errorOf, isLive, readSuccessJson } from '../../../../variations/json-responses.ts'
import { type WireRequest, type WireResponse, withJson } from '../../../../variations/wire.ts'
import { acceptInsteadOf, buildMutant, createMutantBuilder, refuseWith } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { adjustBalance, readLiveWallet } from '../../../proof/stateful/backdoor.ts'
import { buildResponseMutant, buildStatefulMutant, withFields } from '../../../proof/stateful/stateful.ts'

/** Creates mutants (broken services) that wrongly change the balance of the live wallet. */
const buildChargeMutant = createMutantBuilder(
  (centsFor: (response: WireResponse, request: WireRequest) => number | undefined): Alteration => ({
    response: async (response, request, wire) => {
      const cents = isLive(request) ? centsFor(response, request) : undefined
      if (cents === undefined) return undefined
      await adjustBalance(wire, wire.accountOf(request), cents)
      return response
    },
  }),
)

/** Deliberately broken services that charge a wrong cost for a batch, or report a wrong balance. */
export const batchMoneyMutants: readonly Mutant[] = [
  buildChargeMutant(
    'second-purchase-charged',
    'Buying a batch again is refused, but takes money from the wallet.',
  )
    .kills('BATCH-016')
    .by((response) => (errorOf(response)?.['code'] === 'BATCH.ALREADY_PROCESSING' ? -500 : undefined)),
  buildChargeMutant(
    'batch-charged-in-part',
    'Only a part of the cost of a live batch is taken from the wallet.',
  )
    .kills('BATCH-101')
    .by((response, { operation }) =>
      operation === 'createBatch' && readSuccessJson(response) !== undefined ? 1 : undefined,
    ),
  buildMutant('batch-balance-before', 'A created batch reports the wallet balance before its cost is taken.')
    .kills('BATCH-102')
    .by(
      changeSuccesses('createBatch', (json, request) =>
        isLive(request)
          ? {
              ...json,
              wallet_balance_after_cents:
                Number(json['wallet_balance_after_cents']) + Number(json['total_cost_cents']),
            }
          : undefined,
      ),
    ),
  buildChargeMutant('refused-batch-charged', 'A live batch that is refused is still charged.')
    .kills('BATCH-103')
    .by((response, { operation }) =>
      operation === 'createBatch' && String(errorOf(response)?.['code']).startsWith('BATCH.')
        ? -500
        : undefined,
    ),
  buildChargeMutant(
    'batch-charged-twice',
    'A live batch is charged at its creation and again at its purchase.',
  )
    .kills('BATCH-104')
    .by((response, { operation }) => (operation === 'buyBatch' && response.status < 300 ? -500 : undefined)),
  buildMutant('batch-on-credit', 'A live batch is created although the wallet cannot pay for it.')
    .kills('BATCH-201')
    .by(
      acceptInsteadOf('WALLET.INSUFFICIENT_BALANCE', {
        id: 'bat_1',
        total_cost_cents: 0,
        wallet_balance_after_cents: 0,
      }),
    ),
  buildChargeMutant('poor-batch-charged', 'A batch refused for lack of money takes the remaining balance.')
    .kills('BATCH-201')
    .by((response, { operation }) =>
      operation === 'createBatch' && errorOf(response)?.['code'] === 'WALLET.INSUFFICIENT_BALANCE'
        ? -1
        : undefined,
    ),
  buildMutant('sandbox-batch-charged-secretly', 'A sandbox batch takes money from the live wallet.')
    .kills('BATCH-105', 'SAND-010')
    .by({
      response: async (response, request, wire) => {
        if (request.operation !== 'createBatch' || isLive(request) || response.status > 299) return undefined
        await adjustBalance(wire, wire.accountOf(request), -500)
        return response
      },
    }),
  buildStatefulMutant(
    'batch-pays-back-to-its-own-balance',
    'The refund of failed items sets the wallet back to its balance at the creation of the batch.',
  )
    .kills('BATCH-116')
    .by(() => {
      const balances = new Map<string, number>()
      const before = new Map<string, number>()
      return {
        after: async ({ operation, isGood, isLive: live, json, account, wire }) => {
          if (!isGood || !live) return undefined
          if (operation === 'createBatch') balances.set(account, Number(json['wallet_balance_after_cents']))
          if (operation === 'buyBatch') before.set(account, (await readLiveWallet(wire, account)).cents)
          return undefined
        },
        advanced: async (account, wire) => {
          const [made, bought] = [balances.get(account), before.get(account)]
          if (made === undefined || bought === undefined) return false
          before.delete(account)
          const { cents } = await readLiveWallet(wire, account)
          if (cents <= bought || made === bought) return false
          await adjustBalance(wire, account, made - bought)
          return true
        },
      }
    }),
  buildChargeMutant('batch-charged-later', 'A live batch is not charged when it is created.')
    .kills('BATCH-101')
    .by((response, { operation }) => {
      const json = readSuccessJson(response)
      return operation === 'createBatch' && json !== undefined ? Number(json['total_cost_cents']) : undefined
    }),
  buildMutant(
    'batch-a-cent-short',
    'A live batch is created although the wallet is one cent short of its cost.',
  )
    .kills('BATCH-202')
    .by({
      response: (response, request) => {
        const isPoor = errorOf(response)?.['code'] === 'WALLET.INSUFFICIENT_BALANCE'
        if (!isPoor || request.operation !== 'createBatch') return undefined
        const made = { id: 'bat_1', total_cost_cents: 0, wallet_balance_after_cents: 0 }
        return { ...withJson(response, made), status: 200 }
      },
    }),
  buildChargeMutant(
    'batch-refused-charged-in-part',
    'A live batch that is refused because the wallet is one cent short takes five dollars.',
  )
    .kills('BATCH-202')
    .by((response, { operation }) =>
      operation === 'createBatch' && errorOf(response)?.['code'] === 'WALLET.INSUFFICIENT_BALANCE'
        ? -500
        : undefined,
    ),
  buildMutant('batch-needs-more-than-cost', 'A live batch is refused if the wallet has exactly its cost.')
    .kills('BATCH-111')
    .by(
      refuseWith(
        'createBatch',
        402,
        'WALLET.INSUFFICIENT_BALANCE',
        (json, request) => isLive(request) && json['wallet_balance_after_cents'] === 0,
      ),
    ),
  buildResponseMutant(
    'refused-batch-held',
    'After a live batch is refused, the wallet shows a lower balance.',
  )
    .kills('BATCH-201')
    .by(() => {
      const poor = new Set<string>()
      return (seen) => {
        if (seen.operation === 'createBatch' && seen.code === 'WALLET.INSUFFICIENT_BALANCE')
          poor.add(seen.account)
        return seen.operation === 'getWallet' && seen.isLive && seen.isGood && poor.has(seen.account)
          ? withFields(seen, { balance_cents: 0 })
          : undefined
      }
    }),
  buildMutant('batch-no-reload', 'A live batch that the wallet cannot pay for triggers no auto-reload.')
    .kills('BATCH-110')
    .by(refuseWith('createBatch', 402, 'WALLET.INSUFFICIENT_BALANCE', (_, request) => isLive(request))),
  buildMutant(
    'batch-declined-as-insufficient',
    'A live batch refused for a declined or missing card reports an insufficient balance instead.',
  )
    .kills('BATCH-203', 'BATCH-204')
    .by({
      response: (response, { operation }) =>
        operation === 'createBatch' && /^WALLET\.PAYMENT/.test(String(errorOf(response)?.['code']))
          ? buildErrorResponse(402, 'WALLET.INSUFFICIENT_BALANCE')
          : undefined,
    }),
  buildMutant('live-batch-bought-twice', 'A live batch can be bought again while it is processed.')
    .kills('BATCH-112')
    .by(acceptInsteadOf('BATCH.ALREADY_PROCESSING', {}, isLive)),
  buildMutant('live-batch-bare', 'A live batch that is read has only its id.')
    .kills('BATCH-113')
    .by(changeSuccesses('getBatch', ({ id }, request) => (isLive(request) ? { id } : undefined))),
]
