import { errorOf } from '../../../../variations/json-responses.ts'
import { headerOf, withHeader } from '../../../../variations/wire.ts'
import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { onResponse, type ParsedResponse } from '../../../proof/stateful/stateful.ts'
import type { RuleId } from '../../../rule.ts'

const name = 'x-ratelimit-remaining'

/** Makes a service that also counts some requests of a client against the limit of others. */
const countedWith = (
  [id, deviation, rule]: readonly [string, string, RuleId],
  uses: (seen: ParsedResponse) => boolean,
  isFewer: (seen: ParsedResponse) => boolean,
): Mutant =>
  onResponse(id, deviation)
    .kills(rule)
    .by(() => {
      const used = new Map<string, number>()
      return (seen) => {
        if (uses(seen)) used.set(seen.account, (used.get(seen.account) ?? 0) + 1)
        const more = used.get(seen.account) ?? 0
        if (!isFewer(seen) || more === 0) return undefined
        return withHeader(seen.response, name, String(Number(headerOf(seen.response, name)) - more))
      }
    })

/** Services that share one counter between limits, or report the wrong window. */
export const apartMutants: readonly Mutant[] = [
  countedWith(
    ['voids-counted-as-readings', 'Voids count as readings of labels.', 'LIMIT-310'],
    ({ operation }) => operation === 'voidLabel',
    ({ operation }) => operation === 'getLabel',
  ),
  countedWith(
    ['log-counted-as-wallet', 'The log and the wallet are counted together.', 'LIMIT-310'],
    ({ operation }) => operation === 'listDeliveries',
    ({ operation }) => operation === 'getWallet',
  ),
  countedWith(
    ['keys-of-a-client-counted-together', 'Live and test keys are counted together.', 'LIMIT-311'],
    ({ isLive }) => isLive,
    ({ isLive }) => !isLive,
  ),
  mutant('all-remains-after-refusal', 'A refused request reports the whole limit as remaining.')
    .kills('LIMIT-312')
    .by({
      response: (response) => {
        const limit = headerOf(response, 'x-ratelimit-limit')
        if (errorOf(response) === undefined || limit === undefined) return undefined
        return withHeader(response, name, limit)
      },
    }),
  mutant('window-full-before-its-reset', 'Forty seconds into a window, the whole limit remains.')
    .kills('LIMIT-313')
    .by({
      response: (response, request, wire) =>
        wire.advancedMs(wire.accountOf(request)) > 40_000
          ? withHeader(response, name, headerOf(response, 'x-ratelimit-limit'))
          : undefined,
    }),
]
