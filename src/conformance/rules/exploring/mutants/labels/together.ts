import { walletOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { type Answered, remembering, told } from '../../../../selftest/watched.ts'
import { type WireRequest, withJson } from '../../../../selftest/wire.ts'
import type { OperationName } from '../../../../wire/operation.ts'

/** Two things that a key asks for at one time, and that are told as one. */
const oneForBoth = (
  id: string,
  deviation: string,
  { operation, kills }: { readonly operation: OperationName; readonly kills: Mutant['kills'] },
): Mutant =>
  remembering(id, deviation, kills, () => {
    const overlaps = new Overlaps()
    const first = new Map<string, Json>()
    return {
      before: (asked) => {
        if (asked.operation === operation) overlaps.enter(asked.request, asked.key)
        return undefined
      },
      after: async (seen: Answered) => {
        if (seen.operation !== operation) return undefined
        if (seen.isGood && !first.has(seen.key)) first.set(seen.key, seen.json)
        const overlap = await overlaps.leave(seen.request)
        const known = first.get(seen.key)
        if (overlap?.met !== true) {
          first.delete(seen.key)
          return undefined
        }
        return seen.isGood && known !== undefined && known !== seen.json
          ? withJson(seen.response, known)
          : undefined
      },
    }
  })

/** Calls of labels and wallets that meet. */
export const meetingMutants: readonly Mutant[] = [
  oneForBoth(
    'parallel-reads-one-label',
    'Two labels that a key reads at one time come back as one of them.',
    {
      operation: 'getLabel',
      kills: ['EXPL-003'],
    },
  ),
  oneForBoth(
    'parallel-batches-one-batch',
    'Two batches that a key creates at one time come back as one of them.',
    {
      operation: 'createBatch',
      kills: ['EXPL-004'],
    },
  ),
  remembering(
    'parallel-voids-one-done',
    'Of two labels that a key voids at one time, one is told to be voided and is not.',
    ['EXPL-003'],
    () => {
      const overlaps = new Overlaps()
      const skipped = new Map<WireRequest, string>()
      const voiding = new Map<WireRequest, { readonly key: string; readonly id: string }>()
      const known = new Set<string>()
      return {
        before: ({ operation, request, key, id }) => {
          if (operation !== 'voidLabel' || !known.has(id)) return undefined
          const others = [...voiding.values()].filter((each) => each.key === key)
          if (others.length === 0 || others.some((each) => each.id === id)) {
            overlaps.enter(request, key)
            voiding.set(request, { key, id })
            return undefined
          }
          const instead = { ...request, path: '/v1/labels/lbl_000000000000000000000000' }
          skipped.set(instead, id)
          return instead
        },
        after: async (seen) => {
          if (seen.operation === 'buyLabel' && seen.isGood) known.add(String(seen.json['id']))
          await overlaps.leave(seen.request)
          voiding.delete(seen.request)
          const id = skipped.get(seen.request)
          if (id === undefined || seen.response.status !== 404) return undefined
          return { ...withJson(seen.response, { id, void_status: 'requested' }), status: 200 }
        },
      }
    },
  ),
  remembering(
    'wallet-read-during-purchase-off',
    'A wallet that is read during a live purchase shows its price taken twice.',
    ['EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      const bought = new Map<string, number>()
      return {
        before: ({ operation, isLive, request, account }) => {
          if (isLive && (operation === 'buyLabel' || operation === 'getWallet'))
            overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          if (seen.operation === 'buyLabel' && seen.isGood && seen.isLive)
            bought.set(seen.account, Number(seen.json['rate_cents']))
          const overlap = await overlaps.leave(seen.request)
          const price = bought.get(seen.account)
          if (overlap?.met !== true || seen.operation !== 'getWallet' || price === undefined) return undefined
          const { cents } = await walletOf(seen.wire, seen.account)
          return told(seen, { balance_cents: cents - price })
        },
      }
    },
  ),
]
