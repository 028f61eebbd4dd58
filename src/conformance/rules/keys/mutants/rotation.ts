import { errorOf } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { onResponse, stateful, withError } from '../../../proof/stateful/stateful.ts'
import { withJson } from '../../../proof/wire.ts'

/** Services that keep things by the key, and not by its client. */
export const rotationMutants: readonly Mutant[] = [
  onResponse('rates-per-key', 'A rate is found by the key alone that it was quoted to.', ['KEY-038'], () => {
    const quoted = new Map<unknown, string>()
    return (seen) => {
      if (seen.operation === 'createRates' && seen.isGood)
        for (const { id } of ratesOf(seen.json)) quoted.set(id, seen.key)
      const owner = quoted.get(seen.asked['rate_id'])
      const isOther =
        seen.operation === 'buyLabel' && seen.isGood && owner !== undefined && owner !== seen.key
      return isOther ? withError(seen, [404, 'RATE.NOT_FOUND']) : undefined
    }
  }),
  onResponse('voids-per-key', 'A label is voided by the key alone that bought it.', ['KEY-039'], () => {
    const bought = new Map<string, string>()
    return (seen) => {
      if (seen.operation === 'buyLabel' && seen.isGood) bought.set(String(seen.json['id']), seen.key)
      const isOther = seen.operation === 'voidLabel' && seen.isGood && bought.get(seen.id) !== seen.key
      return isOther ? withError(seen, [404, 'LABEL.NOT_FOUND']) : undefined
    }
  }),
  onResponse('pending-voids-per-key', 'Each key of a client may void a label once.', ['KEY-040'], () => {
    const voided = new Map<string, string>()
    return ({ operation, id, key, isGood, response }) => {
      if (operation !== 'voidLabel') return undefined
      if (isGood) voided.set(id, key)
      const isPending = errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
      return isPending && voided.get(id) !== key ? { ...withJson(response, { id }), status: 200 } : undefined
    }
  }),
  stateful(
    'any-revocation-ends-test-keys',
    'When a key of a client is revoked, its test keys are refused.',
    ['KEY-041'],
    () => {
      const ended = new Set<string>()
      return {
        controlled: ({ method, path }) => {
          const [, account] = /\/accounts\/([^/]+)\/keys\/[^/]+$/.exec(path) ?? []
          if (method === 'DELETE' && account !== undefined) ended.add(account)
        },
        after: (seen) =>
          seen.isGood && !seen.isLive && ended.has(seen.account)
            ? withError(seen, [401, 'AUTH.KEY.REVOKED'])
            : undefined,
      }
    },
  ),
]
