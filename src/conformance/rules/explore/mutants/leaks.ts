import type { Json } from '../../../../variations/json-responses.ts'
import { headerOf, withHeader, withJson } from '../../../../variations/wire.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { readAccountTime } from '../../../proof/stateful/backdoor.ts'
import {
  buildResponseMutant,
  type ParsedResponse,
  withError,
  withFields,
} from '../../../proof/stateful/stateful.ts'

/** Deliberately broken services whose response to one request contains data from the response to another request. */
export const leakMutants: readonly Mutant[] = [
  buildResponseMutant(
    'second-label-tells-of-the-first',
    'The second label of an account shows the tracking number of the first when it is read.',
  )
    .kills('EXPL-003')
    .by(() => {
      const first = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood) return undefined
        const { tracking_number } = seen.json
        if (seen.operation === 'buyLabel' && !first.has(seen.account))
          first.set(seen.account, tracking_number)
        const known = first.get(seen.account)
        return seen.operation === 'getLabel' && known !== undefined && known !== tracking_number
          ? withFields(seen, { tracking_number: known })
          : undefined
      }
    }),
  buildResponseMutant(
    'label-kept-past-scopes',
    'For a minute after a label was read, keys without the needed scope can read the label.',
  )
    .kills('EXPL-007')
    .by(() => {
      const kept = new Map<string, { readonly seen: ParsedResponse; readonly at: number }>()
      return async (seen) => {
        if (seen.operation !== 'getLabel') return undefined
        const known = kept.get(seen.id)
        const now = await readAccountTime(seen)
        if (seen.isGood) kept.set(seen.id, { seen, at: now })
        const isShown = seen.code === 'AUTH.KEY.INSUFFICIENT_SCOPE' && known?.seen.account === seen.account
        return isShown && now - known.at < 60_000
          ? { ...withJson(seen.response, known.seen.json), status: 200 }
          : undefined
      }
    }),
  buildResponseMutant(
    'carrier-accounts-of-others',
    'A client without carrier accounts gets the list of another client.',
  )
    .kills('EXPL-009')
    .by(() => {
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
        return last === undefined || own.has(seen.account) ? undefined : withFields(seen, last.json)
      }
    }),
  buildResponseMutant(
    'gone-once-a-stranger-has-asked',
    'After another client requests a label, its owner cannot read it.',
  )
    .kills('EXPL-009')
    .by(() => {
      const missed = new Set<string>()
      return (seen) => {
        if (seen.operation !== 'getLabel') return undefined
        if (seen.response.status === 404) missed.add(seen.id)
        return seen.isGood && missed.has(seen.id) ? withError(seen, [404, 'LABEL.NOT_FOUND']) : undefined
      }
    }),
  buildResponseMutant(
    'retry-repeats-request-id',
    'The purchase after an unexpected failure has the X-Request-Id of the failure.',
  )
    .kills('EXPL-010')
    .by(() => {
      const failed = new Map<string, string>()
      return (seen) => {
        if (seen.operation !== 'buyLabel') return undefined
        const before = failed.get(seen.key)
        failed.delete(seen.key)
        if (seen.response.status >= 500) failed.set(seen.key, headerOf(seen.response, 'x-request-id') ?? '')
        return before === undefined || !seen.isGood
          ? undefined
          : withHeader(seen.response, 'X-Request-Id', before)
      }
    }),
  buildResponseMutant(
    'request-id-of-the-refusal-before',
    'The first success after a refusal has the X-Request-Id of the refusal.',
  )
    .kills('EXPL-010')
    .by(() => {
      let refused: string | undefined
      return ({ response, operation }) => {
        if (operation === undefined) return undefined
        const before = refused
        refused = response.status >= 400 ? headerOf(response, 'x-request-id') : undefined
        return before === undefined || response.status >= 400
          ? undefined
          : withHeader(response, 'x-request-id', before)
      }
    }),
]
