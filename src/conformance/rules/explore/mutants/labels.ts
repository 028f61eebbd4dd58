import { isObject } from '../../../http/fields.ts'
import type { OperationName } from '../../../http/operation.ts'
import type { Json } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Overlaps } from '../../../proof/overlaps.ts'
import { type Answered, type Asked, blocking, remembering, told, watching } from '../../../proof/watched.ts'
import { withJson } from '../../../proof/wire.ts'

const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood

const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getLabel' && isGood

const idOf = ({ json }: Answered): string => String(json['id'])

/** The labels that were bought singly; batches make the others. */
class Singles {
  readonly #ids = new Set<string>()
  note(seen: Answered): void {
    if (isBought(seen)) this.#ids.add(idOf(seen))
  }
  has(id: string): boolean {
    return this.#ids.has(id)
  }
}

/** A change of all texts in the addresses of labels. */
const respelled = (
  id: string,
  deviation: string,
  respell: (text: string) => string,
  { inBatches }: { readonly inBatches: boolean } = { inBatches: false },
): Mutant =>
  watching(id, deviation, ['EXPL-002'], () => {
    const singles = new Singles()
    const change = (address: unknown): unknown =>
      isObject(address)
        ? Object.fromEntries(
            Object.entries(address).map(([name, text]) => [
              name,
              typeof text === 'string' ? respell(text) : text,
            ]),
          )
        : address
    return (seen) => {
      singles.note(seen)
      if (!(isBought(seen) || isRead(seen)) || (inBatches && singles.has(idOf(seen)))) return undefined
      const from_address = change(seen.json['from_address'])
      const to_address = change(seen.json['to_address'])
      const isSame =
        JSON.stringify([from_address, to_address]) ===
        JSON.stringify([seen.json['from_address'], seen.json['to_address']])
      return isSame ? undefined : told(seen, { from_address, to_address })
    }
  })

const textMutants: readonly Mutant[] = [
  respelled(
    'address-escaped',
    'Ampersands and apostrophes in addresses come back as entities of HTML.',
    (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
  ),
]

/** A refusal that the next purchase has to hear, too. */
const sticking = (id: string, deviation: string, refused: readonly [number, string]): Mutant =>
  blocking(id, deviation, ['EXPL-002'], refused, () => {
    const stuck = new Set<string>()
    return {
      notes: (seen) => {
        if (seen.operation === 'buyLabel' && seen.code === refused[1]) stuck.add(seen.account)
      },
      blocks: ({ operation, account }) => operation === 'buyLabel' && stuck.delete(account),
    }
  })

const purchaseMutants: readonly Mutant[] = [
  sticking(
    'failure-sticks-to-next-purchase',
    'After a purchase that failed unexpectedly, the next one of the client fails, too.',
    [500, 'LABEL.CREATION.FAILED'],
  ),
  sticking(
    'overweight-sticks-to-next-purchase',
    'After a package over the maximum weight, the next label of the client is refused as one.',
    [422, 'LABEL.WEIGHT.EXCEEDED'],
  ),
  remembering(
    'parallel-purchases-one-label',
    'A rate that is bought twice at one time is charged twice, and both are told one label.',
    ['EXPL-003'],
    () => {
      const overlaps = new Overlaps()
      const first = new Map<string, Json>()
      const nameOf = ({ account, asked }: Asked): string => `${account} ${asked['rate_id']}`
      return {
        before: (asked) => {
          if (asked.operation === 'buyLabel') overlaps.enter(asked.request, nameOf(asked))
          return undefined
        },
        after: async (seen) => {
          const name = nameOf(seen)
          if (isBought(seen) && !first.has(name)) first.set(name, seen.json)
          const overlap = await overlaps.leave(seen.request)
          const label = first.get(name)
          if (overlap === undefined) return undefined
          if (!overlap.met) first.delete(name)
          if (!overlap.met || !seen.isGood || label === undefined || label === seen.json) return undefined
          return told(seen, { ...label, wallet_balance_after_cents: seen.json['wallet_balance_after_cents'] })
        },
      }
    },
  ),
]

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
const meetingMutants: readonly Mutant[] = [
  oneForBoth(
    'parallel-reads-one-label',
    'Two labels that a key reads at one time come back as one of them.',
    {
      operation: 'getLabel',
      kills: ['EXPL-003'],
    },
  ),
]

/** Labels: what one leaves behind for another, and for whoever reads it. */
export const labelExplorationMutants: readonly Mutant[] = [
  ...purchaseMutants,
  ...textMutants,
  ...meetingMutants,
]
