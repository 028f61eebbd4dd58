import type { OperationName } from '../../../http/operation.ts'
import { nowOf } from '../../../proof/behind.ts'
import type { Json } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { type Answered, told, watching } from '../../../proof/watched.ts'
import { type WireResponse, withJson } from '../../../proof/wire.ts'

const minuteMs = 60_000

/** Answers that are kept for a minute, and shown to whom they should not be. */
const cached = (
  id: string,
  deviation: string,
  kills: Mutant['kills'],
  {
    operation,
    shows,
  }: { readonly operation: OperationName; shows(seen: Answered, first: Answered): boolean },
): Mutant =>
  watching(id, deviation, kills, () => {
    const kept = new Map<string, { readonly seen: Answered; readonly at: number }>()
    return async (seen): Promise<WireResponse | undefined> => {
      if (seen.operation !== operation) return undefined
      const known = kept.get(seen.id)
      if (seen.isGood) {
        kept.set(seen.id, { seen, at: await nowOf(seen) })
        return undefined
      }
      if (known === undefined || !shows(seen, known.seen)) return undefined
      const now = await nowOf({ wire: seen.wire, account: known.seen.account })
      return now - known.at < minuteMs
        ? { ...withJson(seen.response, known.seen.json), status: 200 }
        : undefined
    }
  })

const cacheMutants: readonly Mutant[] = [
  cached(
    'label-kept-past-scopes',
    'A label that was just read is shown to keys of the client that may not read labels.',
    ['EXPL-007'],
    {
      operation: 'getLabel',
      shows: ({ code, account }, first) =>
        code === 'AUTH.KEY.INSUFFICIENT_SCOPE' && account === first.account,
    },
  ),
]

const listMutants: readonly Mutant[] = [
  watching(
    'carrier-accounts-of-others',
    'A client that has connected no carrier account is shown those that another listed last.',
    ['EXPL-009'],
    () => {
      let last: { readonly account: string; readonly json: Json } | undefined
      const own = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'listCarrierAccounts' || !seen.isGood) return undefined
        const list = seen.json['carrier_accounts']
        if (!Array.isArray(list)) return undefined
        if (list.length > 0) {
          own.add(seen.account)
          last = { account: seen.account, json: seen.json }
          return undefined
        }
        return last === undefined || own.has(seen.account) ? undefined : told(seen, last.json)
      }
    },
  ),
]

/** Clients and environments: what is one's is not another's. */
export const isolationExplorationMutants: readonly Mutant[] = [...cacheMutants, ...listMutants]
