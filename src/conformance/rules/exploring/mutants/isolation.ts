import { nowOf } from '../../../selftest/behind.ts'
import type { Json } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { openToOthers } from '../../../selftest/other-clients.ts'
import { type Answered, type Asked, told, watching } from '../../../selftest/watched.ts'
import { type WireResponse, withJson } from '../../../selftest/wire.ts'
import type { OperationName } from '../../../wire/operation.ts'

const minuteMs = 60_000

const at =
  (operation: OperationName) =>
  (asked: Asked): string | undefined =>
    asked.operation === operation ? asked.id : undefined

const strangerMutants: readonly Mutant[] = [
  openToOthers(
    'stranger-reads-label',
    'A client can read the labels of another.',
    ['EXPL-009', 'EXPL-003', 'KEY-201'],
    at('getLabel'),
  ),
  openToOthers(
    'stranger-voids-label',
    'A client can void the labels of another.',
    ['EXPL-009', 'EXPL-003', 'KEY-203'],
    at('voidLabel'),
  ),
  openToOthers(
    'stranger-downloads-label',
    'A client can download the labels of another.',
    ['EXPL-009', 'EXPL-003', 'KEY-202'],
    ({ request, id }) => (request.path.endsWith('/download') ? id : undefined),
  ),
  openToOthers(
    'stranger-reads-tracker',
    'A client can read the trackers of another.',
    ['EXPL-009', 'EXPL-005', 'KEY-204'],
    at('getTracker'),
  ),
  openToOthers(
    'stranger-reads-batch',
    'A client can read the batches of another.',
    ['EXPL-009', 'EXPL-004', 'KEY-205'],
    at('getBatch'),
  ),
  openToOthers(
    'stranger-buys-batch',
    'A client can buy the batches of another.',
    ['EXPL-009', 'EXPL-004', 'KEY-206'],
    at('buyBatch'),
  ),
  openToOthers(
    'stranger-buys-rate',
    'A client can buy the rates of another, who pays.',
    ['EXPL-009', 'EXPL-001', 'KEY-207'],
    ({ operation, asked }) => (operation === 'buyLabel' ? String(asked['rate_id']) : undefined),
  ),
]

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
    'label-kept-for-strangers',
    'A label that was just read is shown to every client.',
    ['EXPL-009', 'KEY-201'],
    {
      operation: 'getLabel',
      shows: ({ code, isLive }, first) => code === 'LABEL.NOT_FOUND' && isLive === first.isLive,
    },
  ),
  cached(
    'label-kept-for-revoked-keys',
    'A label that a key has just read is shown to it after its revocation.',
    ['EXPL-007', 'EXPL-009'],
    {
      operation: 'getLabel',
      shows: ({ code, key }, first) => code === 'AUTH.KEY.REVOKED' && key === first.key,
    },
  ),
  cached(
    'label-kept-for-expired-keys',
    'A label that a key has just read is shown to it after its expiration.',
    ['EXPL-007', 'EXPL-009'],
    {
      operation: 'getLabel',
      shows: ({ code, key }, first) => code === 'AUTH.KEY.EXPIRED' && key === first.key,
    },
  ),
  cached(
    'label-kept-past-scopes',
    'A label that was just read is shown to keys of the client that may not read labels.',
    ['EXPL-007', 'EXPL-009'],
    {
      operation: 'getLabel',
      shows: ({ code, account }, first) =>
        code === 'AUTH.KEY.INSUFFICIENT_SCOPE' && account === first.account,
    },
  ),
  cached(
    'batch-kept-past-scopes',
    'A batch that was just read is shown to keys of the client that may not read batches.',
    ['EXPL-007', 'EXPL-004'],
    {
      operation: 'getBatch',
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
export const isolationExplorationMutants: readonly Mutant[] = [
  ...strangerMutants,
  ...cacheMutants,
  ...listMutants,
]
