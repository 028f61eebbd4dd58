import { ask, HiddenKeys, move, Quotes, walletOf } from '../../../selftest/behind.ts'
import { successJson } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import { controlCallOf } from '../../../selftest/seen-accounts.ts'
import {
  type Answered,
  type Asked,
  blocking,
  remembering,
  told,
  watching,
} from '../../../selftest/watched.ts'
import { jsonOf, type WireResponse } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'

const insufficient = [402, 'WALLET.INSUFFICIENT_BALANCE'] as const

const isPaid = ({ operation, isGood, isLive }: Answered): boolean =>
  operation === 'buyLabel' && isGood && isLive

const priceOf = ({ json }: Answered): number => Number(json['rate_cents'])
const costOf = ({ json }: Answered): number => Number(json['total_cost_cents'])

/** What the items of a batch cost together, as they were ordered. */
function orderedCost({ asked }: Asked): number {
  const items = Array.isArray(asked['items']) ? asked['items'].filter(isObject) : []
  return items.reduce((sum, item) => sum + Number(item['rate_cents'] ?? 0), 0)
}

/** The balance that an answer tells is another by so many cents. */
const toldMore = (seen: Answered, cents: number): WireResponse =>
  told(seen, { wallet_balance_after_cents: Number(seen.json['wallet_balance_after_cents']) + cents })

/** A charge that is another by so many cents, in the wallet and in what is told of it. */
async function charged(seen: Answered, cents: number): Promise<WireResponse> {
  await move(seen.wire, seen.account, -cents)
  return toldMore(seen, -cents)
}

/** Purchases whose charge depends on what was before. */
const chargeMutants: readonly Mutant[] = [
  watching(
    'second-label-of-a-rate-free',
    'A rate that is bought again makes a label that is not charged.',
    ['EXPL-001'],
    () => {
      const sold = new Set<unknown>()
      return (seen) => {
        if (!isPaid(seen)) return undefined
        const rate = seen.asked['rate_id']
        if (sold.has(rate)) return charged(seen, -priceOf(seen))
        sold.add(rate)
        return undefined
      }
    },
  ),
  watching(
    'declined-charged-later',
    'What a declined purchase would have cost is taken with the next purchase.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const owed = new Map<string, number>()
      return (seen) => {
        quotes.note(seen)
        const { operation, isLive, code, account } = seen
        if (operation === 'buyLabel' && isLive && code === 'WALLET.PAYMENT.FAILED')
          owed.set(account, quotes.centsOf(seen))
        const cents = owed.get(account)
        if (!isPaid(seen) || cents === undefined) return undefined
        owed.delete(account)
        return charged(seen, cents)
      }
    },
  ),
  watching(
    'second-failed-purchase-charged',
    'A live purchase that fails unexpectedly for the second time is charged.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const failed = new Set<string>()
      return async (seen) => {
        quotes.note(seen)
        if (seen.operation !== 'buyLabel' || !seen.isLive || seen.code !== 'LABEL.CREATION.FAILED')
          return undefined
        if (!failed.has(seen.account)) {
          failed.add(seen.account)
          return undefined
        }
        await move(seen.wire, seen.account, -quotes.centsOf(seen))
        return seen.response
      }
    },
  ),
  watching(
    'repeated-refusal-charged',
    'A live rate that the carrier refuses to make a label of is charged when it is tried again.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const refused = new Set<unknown>()
      return async (seen) => {
        quotes.note(seen)
        const isRefused = /^LABEL\.(ADDRESS|WEIGHT|SERVICE)/.test(seen.code)
        if (seen.operation !== 'buyLabel' || !seen.isLive || !isRefused) return undefined
        const rate = seen.asked['rate_id']
        if (refused.has(rate)) {
          await move(seen.wire, seen.account, -quotes.centsOf(seen))
          return seen.response
        }
        refused.add(rate)
        return undefined
      }
    },
  ),
  watching(
    'scope-refusal-charged',
    'A live purchase that is refused for its scope is charged.',
    ['EXPL-001', 'EXPL-007'],
    () => {
      const quotes = new Quotes()
      return async (seen) => {
        quotes.note(seen)
        if (seen.operation !== 'buyLabel' || !seen.isLive || seen.code !== 'AUTH.KEY.INSUFFICIENT_SCOPE')
          return undefined
        await move(seen.wire, seen.account, -quotes.centsOf(seen))
        return quotes.centsOf(seen) === 0 ? undefined : seen.response
      }
    },
  ),
  remembering(
    'charge-lost-after-revocation',
    'The first live purchase after a key of the client was revoked is not charged.',
    ['EXPL-001'],
    () => {
      const revoked = new Set<string>()
      return {
        controlled: (request) => {
          const { account, call } = controlCallOf(request)
          if (request.method === 'DELETE' && call.startsWith('keys/')) revoked.add(account)
        },
        after: (seen) =>
          isPaid(seen) && revoked.delete(seen.account) ? charged(seen, -priceOf(seen)) : undefined,
      }
    },
  ),
  watching(
    'ineligible-void-charged',
    'A void of a live label that is refused after a scan costs what the label did.',
    ['EXPL-001', 'EXPL-003'],
    () => {
      const prices = new Map<string, number>()
      return async (seen) => {
        if (isPaid(seen)) prices.set(String(seen.json['id']), priceOf(seen))
        const isRefused =
          seen.operation === 'voidLabel' && seen.isLive && seen.code === 'LABEL.VOID.INELIGIBLE'
        if (!isRefused) return undefined
        await move(seen.wire, seen.account, -(prices.get(seen.id) ?? 0))
        return seen.response
      }
    },
  ),
  watching(
    'sandbox-label-charged-after-live-one',
    'A label of the sandbox that is bought right after a live one takes its price from the live wallet.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const last = new Map<string, boolean>()
      return async (seen) => {
        if (seen.operation !== 'buyLabel' || !seen.isGood) return undefined
        const wasLive = last.get(seen.account) === true
        last.set(seen.account, seen.isLive)
        if (seen.isLive || !wasLive) return undefined
        await move(seen.wire, seen.account, -priceOf(seen))
        return seen.response
      }
    },
  ),
  watching(
    'sandbox-void-pays-live-wallet',
    'The void of a sandbox label pays its price into the live wallet, once the client has voided a live one.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const prices = new Map<string, number>()
      const voided = new Set<string>()
      return async (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) prices.set(String(seen.json['id']), priceOf(seen))
        if (seen.operation !== 'voidLabel' || !seen.isGood) return undefined
        if (seen.isLive) voided.add(seen.account)
        if (seen.isLive || !voided.has(seen.account)) return undefined
        await move(seen.wire, seen.account, prices.get(seen.id) ?? 0)
        return seen.response
      }
    },
  ),
]

/** Batches whose charge depends on what was before. */
const batchChargeMutants: readonly Mutant[] = [
  watching(
    'identical-batch-free',
    'A live batch with the same items as the one before is not charged.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const last = new Map<string, string>()
      return (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isGood || !seen.isLive) return undefined
        const items = JSON.stringify(seen.asked['items'])
        const isSame = last.get(seen.account) === items
        last.set(seen.account, items)
        return isSame ? charged(seen, -costOf(seen)) : undefined
      }
    },
  ),
  watching(
    'live-batch-free-after-sandbox-twin',
    'A live batch is not charged where the sandbox had one with the same items.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const twins = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isGood) return undefined
        const items = `${seen.account} ${JSON.stringify(seen.asked['items'])}`
        if (!seen.isLive) twins.add(items)
        return seen.isLive && twins.has(items) ? charged(seen, -costOf(seen)) : undefined
      }
    },
  ),
  watching(
    'refused-batch-charged-with-next',
    'What a batch would have cost that the wallet could not pay is taken with the next batch.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const owed = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isLive) return undefined
        const cents = owed.get(seen.account)
        if (seen.code.startsWith('WALLET.')) owed.set(seen.account, orderedCost(seen))
        if (!seen.isGood || cents === undefined) return undefined
        owed.delete(seen.account)
        return charged(seen, cents)
      }
    },
  ),
  watching(
    'sandbox-batch-charged-after-live-one',
    'Once a client has had a live batch, those of the sandbox are taken from the live wallet.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const live = new Set<string>()
      return async (seen) => {
        if (seen.operation !== 'createBatch' || !seen.isGood) return undefined
        if (seen.isLive) live.add(seen.account)
        if (seen.isLive || !live.has(seen.account)) return undefined
        await move(seen.wire, seen.account, -costOf(seen))
        return seen.response
      }
    },
  ),
  watching(
    'second-batch-returned-when-bought',
    'When a second live batch of a client is bought, its cost goes back into the wallet.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const bought = new Map<string, number>()
      const costs = new Map<string, number>()
      return async (seen) => {
        if (!seen.isLive || !seen.isGood) return undefined
        if (seen.operation === 'createBatch') costs.set(String(seen.json['id']), costOf(seen))
        if (seen.operation !== 'buyBatch') return undefined
        const count = (bought.get(seen.account) ?? 0) + 1
        bought.set(seen.account, count)
        if (count < 2) return undefined
        await move(seen.wire, seen.account, costs.get(seen.id) ?? 0)
        return seen.response
      }
    },
  ),
  watching(
    'invalid-item-charged',
    'A live batch that is refused for one of its items is charged for the others.',
    ['EXPL-001', 'EXPL-004'],
    () => async (seen) => {
      if (seen.operation !== 'createBatch' || !seen.isLive || !seen.code.startsWith('VALIDATION.'))
        return undefined
      const items = Array.isArray(seen.asked['items']) ? seen.asked['items'].filter(isObject) : []
      const good = items.filter((item) => isObject(item['parcel']) && isObject(item['to_address']))
      const cents = orderedCost({ ...seen, asked: { items: good } })
      if (!(cents > 0)) return undefined
      await move(seen.wire, seen.account, -cents)
      return seen.response
    },
  ),
  remembering(
    'failed-items-returned-twice',
    'Where two items of a live batch fail, more goes back than they cost.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const batches = new Map<string, Set<string>>()
      const keys = new HiddenKeys()
      return {
        after: ({ operation, isGood, isLive, account, id }) => {
          if (operation === 'buyBatch' && isGood && isLive)
            batches.set(account, (batches.get(account) ?? new Set()).add(id))
          return undefined
        },
        advanced: async (account, wire) => {
          let isPaid = false
          for (const id of batches.get(account) ?? []) {
            const key = await keys.of(wire, [account, 'live'])
            const batch = jsonOf(await ask(wire, key, ['GET', `/v1/batches/${id}`]))
            const items =
              isObject(batch) && Array.isArray(batch['items']) ? batch['items'].filter(isObject) : []
            const failed = items.filter(({ status }) => status === 'failed')
            if (failed.length < 2) continue
            batches.get(account)?.delete(id)
            await move(
              wire,
              account,
              failed.reduce((sum, item) => sum + Number(item['rate_cents']), 0),
            )
            isPaid = true
          }
          return isPaid
        },
      }
    },
  ),
]

/** Wallets that tell something else than they hold. */
const balanceMutants: readonly Mutant[] = [
  watching(
    'balance-told-since-last-charge',
    'A purchase tells the balance that the one before left, less its price, whatever was paid in since.',
    ['EXPL-001'],
    () => {
      const left = new Map<string, number>()
      return (seen) => {
        if (!isPaid(seen)) return undefined
        const before = left.get(seen.account)
        const truly = Number(seen.json['wallet_balance_after_cents'])
        const after = before === undefined ? truly : before - priceOf(seen)
        left.set(seen.account, Math.max(0, after))
        return after === truly || after < 0 ? undefined : told(seen, { wallet_balance_after_cents: after })
      }
    },
  ),
  watching(
    'wallet-misses-other-keys',
    'The wallet shows a key nothing of what other live keys of the client have bought since it last bought.',
    ['EXPL-001'],
    () => {
      const buyers = new Map<string, Map<string, number>>()
      return (seen) => {
        const { account, key, isLive, operation, isGood } = seen
        if (!isLive || !isGood) return undefined
        const missed = buyers.get(account) ?? new Map<string, number>()
        buyers.set(account, missed)
        const mine = missed.get(key) ?? 0
        missed.set(key, mine)
        if (operation === 'buyLabel') {
          for (const other of missed.keys()) missed.set(other, (missed.get(other) ?? 0) + priceOf(seen))
          missed.set(key, 0)
        }
        return operation === 'getWallet' && mine > 0
          ? told(seen, { balance_cents: Number(seen.json['balance_cents']) + mine })
          : undefined
      }
    },
  ),
  watching(
    'label-balance-misses-open-batches',
    'A live purchase tells a balance without what batches cost that are not bought yet.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const open = new Map<string, Map<string, number>>()
      return (seen) => {
        const { account, operation, isLive, isGood, id, json } = seen
        if (!isLive || !isGood) return undefined
        const batches = open.get(account) ?? new Map<string, number>()
        open.set(account, batches)
        if (operation === 'createBatch') batches.set(String(json['id']), costOf(seen))
        if (operation === 'buyBatch') batches.delete(id)
        const cents = [...batches.values()].reduce((sum, each) => sum + each, 0)
        return operation === 'buyLabel' && cents > 0 ? toldMore(seen, cents) : undefined
      }
    },
  ),
  watching(
    'sandbox-pays-for-bought-batches',
    'Once a batch of the sandbox is bought, the wallet of the sandbox has less by its cost.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const costs = new Map<string, number>()
      const spent = new Map<string, number>()
      return (seen) => {
        const { account, operation, isLive, isGood, id, json } = seen
        if (isLive || !isGood) return undefined
        if (operation === 'createBatch') costs.set(String(json['id']), costOf(seen))
        if (operation === 'buyBatch') spent.set(account, (spent.get(account) ?? 0) + (costs.get(id) ?? 0))
        const less = spent.get(account) ?? 0
        if (less === 0) return undefined
        if (operation === 'getWallet')
          return told(seen, { balance_cents: Number(json['balance_cents']) - less })
        return operation === 'buyLabel' || operation === 'createBatch' ? toldMore(seen, -less) : undefined
      }
    },
  ),
  watching(
    'sandbox-wallet-shows-live-one',
    'After a live purchase, a test key reads the live wallet until the sandbox is bought from.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const shown = new Set<string>()
      return async (seen) => {
        const { account, operation, isLive, isGood, wire } = seen
        if (operation === 'buyLabel' && isGood) {
          if (isLive) shown.add(account)
          else shown.delete(account)
        }
        if (operation !== 'getWallet' || isLive || !isGood || !shown.has(account)) return undefined
        return told(seen, { balance_cents: (await walletOf(wire, account)).cents })
      }
    },
  ),
  watching(
    'foreign-void-paid',
    'The price of a voided live label is paid to another client that had asked for that label.',
    ['EXPL-001', 'EXPL-009'],
    () => {
      const askers = new Map<string, string>()
      const prices = new Map<string, number>()
      return async (seen) => {
        const { operation, account, id, code, isGood, wire } = seen
        if (isPaid(seen)) prices.set(String(seen.json['id']), priceOf(seen))
        if (code === 'LABEL.NOT_FOUND') askers.set(id, account)
        const asker = askers.get(id)
        if (operation !== 'voidLabel' || !isGood || asker === undefined || asker === account) return undefined
        await move(wire, asker, prices.get(id) ?? 0)
        return seen.response
      }
    },
  ),
]

/** Live purchases for which the wallet lacks money. */
const lacks = async (asked: Asked, quotes: Quotes) => {
  const { operation, isLive, wire, account } = asked
  const price = quotes.centsOf(asked)
  if (operation !== 'buyLabel' || !isLive || price === 0) return undefined
  const wallet = await walletOf(wire, account)
  return { lacking: wallet.cents < price, exact: wallet.cents === price, wallet }
}

const isReloading = (wallet: Readonly<Record<string, unknown>>): boolean =>
  isObject(wallet['auto_reload']) && wallet['auto_reload']['enabled'] !== false

/** Money that is there, and is not found. */
const refusalMutants: readonly Mutant[] = [
  blocking(
    'want-of-money-remembered',
    'After a purchase that the wallet could not pay, the next one is refused though money was paid in.',
    ['EXPL-001'],
    insufficient,
    () => {
      const poor = new Set<string>()
      return {
        blocks: ({ operation, isLive, account }) =>
          operation === 'buyLabel' && isLive && poor.delete(account),
        notes: ({ operation, account, code, isLive }) => {
          if (operation === 'buyLabel' && isLive && code === insufficient[1]) poor.add(account)
        },
      }
    },
  ),
  blocking(
    'auto-reload-once',
    'Auto-reload pays in once, and not a second time.',
    ['EXPL-001'],
    insufficient,
    () => {
      const quotes = new Quotes()
      const reloads = new Map<string, number>()
      return {
        notes: (seen) => quotes.note(seen),
        blocks: async (asked) => {
          const state = await lacks(asked, quotes)
          if (!state?.lacking || !isReloading(state.wallet) || state.wallet['payment_method'] !== 'valid')
            return false
          const count = (reloads.get(asked.account) ?? 0) + 1
          reloads.set(asked.account, count)
          return count > 1
        },
      }
    },
  ),
  blocking(
    'auto-reload-ends-with-declined-card',
    'After a card was declined, auto-reload pays in no more, though the card is good again.',
    ['EXPL-001'],
    insufficient,
    () => {
      const quotes = new Quotes()
      const declined = new Set<string>()
      return {
        notes: (seen) => {
          quotes.note(seen)
          if (seen.code === 'WALLET.PAYMENT.FAILED') declined.add(seen.account)
        },
        blocks: async (asked) => {
          if (!declined.has(asked.account)) return false
          const state = await lacks(asked, quotes)
          return (
            state?.lacking === true && isReloading(state.wallet) && state.wallet['payment_method'] === 'valid'
          )
        },
      }
    },
  ),
  blocking(
    'last-cent-kept-later',
    'A wallet that has been bought from before must hold more than the price.',
    ['EXPL-001'],
    insufficient,
    () => {
      const quotes = new Quotes()
      const buyers = new Set<string>()
      return {
        notes: (seen) => {
          quotes.note(seen)
          if (isPaid(seen)) buyers.add(seen.account)
        },
        blocks: async (asked) => buyers.has(asked.account) && (await lacks(asked, quotes))?.exact === true,
      }
    },
  ),
  blocking(
    'sandbox-refused-after-want-of-live-money',
    'After a live purchase that the wallet could not pay, the sandbox is refused too, until a live one is paid.',
    ['EXPL-001', 'EXPL-009'],
    insufficient,
    () => {
      const poor = new Set<string>()
      return {
        blocks: ({ operation, isLive, account }) => operation === 'buyLabel' && !isLive && poor.has(account),
        notes: (seen) => {
          if (seen.operation !== 'buyLabel' || !seen.isLive) return
          if (seen.code === insufficient[1]) poor.add(seen.account)
          if (seen.isGood) poor.delete(seen.account)
        },
      }
    },
  ),
]

/** Purchases at one time. */
const togetherMutants: readonly Mutant[] = [
  remembering(
    'last-money-sold-twice',
    'Two live purchases at one time are both made with money for one.',
    ['EXPL-001'],
    () => {
      const quotes = new Quotes()
      const overlaps = new Overlaps()
      return {
        before: ({ operation, isLive, request, account }) => {
          if (operation === 'buyLabel' && isLive) overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          quotes.note(seen)
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || seen.code !== insufficient[1]) return undefined
          const { cents } = await walletOf(seen.wire, seen.account)
          await move(seen.wire, seen.account, quotes.centsOf(seen))
          const sold = await seen.wire.upstream(seen.request)
          const short = (await walletOf(seen.wire, seen.account)).cents - cents
          if (short !== 0) await move(seen.wire, seen.account, -short)
          const json = successJson(sold)
          return json && told({ ...seen, response: sold, json }, { wallet_balance_after_cents: cents })
        },
      }
    },
  ),
  remembering(
    'batch-during-purchase-free',
    'A live batch that is created during a purchase is not charged.',
    ['EXPL-001', 'EXPL-004'],
    () => {
      const overlaps = new Overlaps()
      return {
        before: ({ operation, isLive, request, account }) => {
          if ((operation === 'buyLabel' || operation === 'createBatch') && isLive)
            overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || seen.operation !== 'createBatch' || !seen.isGood) return undefined
          return charged(seen, -costOf(seen))
        },
      }
    },
  ),
  remembering(
    'keys-race-on-charge',
    'Of two live purchases at one time by two keys of a client, one is not charged.',
    ['EXPL-001', 'EXPL-007'],
    () => {
      const overlaps = new Overlaps()
      const busy = new Map<string, Set<string>>()
      return {
        before: ({ operation, isLive, request, account, key }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          overlaps.enter(request, account)
          busy.set(account, (busy.get(account) ?? new Set()).add(key))
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          const keys = busy.get(seen.account)?.size ?? 0
          if (overlap === undefined || !overlap.met) {
            if (overlap !== undefined) busy.delete(seen.account)
            return undefined
          }
          return overlap.isLater && keys > 1 && seen.isGood ? charged(seen, -priceOf(seen)) : undefined
        },
      }
    },
  ),
  remembering(
    'parallel-purchases-blind',
    'Of live purchases at one time, each tells the balance as if it were the only one.',
    ['EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      const began = new Map<string, number>()
      return {
        before: async ({ operation, isLive, request, account, wire }) => {
          if (operation !== 'buyLabel' || !isLive) return undefined
          const overlap = overlaps.enter(request, account)
          if (!overlap.isLater) began.set(account, (await walletOf(wire, account)).cents)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          const before = began.get(seen.account)
          if (overlap?.met !== true || !seen.isGood || before === undefined) return undefined
          return told(seen, { wallet_balance_after_cents: Math.max(0, before - priceOf(seen)) })
        },
      }
    },
  ),
]

/** Money: what one call leaves behind for another in the wallets. */
export const walletExplorationMutants: readonly Mutant[] = [
  ...chargeMutants,
  ...batchChargeMutants,
  ...balanceMutants,
  ...refusalMutants,
  ...togetherMutants,
]
