import { errorOf } from '../../../../variations/json-responses.ts'
import { headerOf, withHeader } from '../../../../variations/wire.ts'
import { countUp, lies, mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { type ParsedResponse, parsing } from '../../../proof/stateful/stateful.ts'

const name = 'x-ratelimit-remaining'

/** Makes a service that also counts some requests of a client against the limit of others. */
const countedWith = lies(
  ({ uses, isFewer }: Readonly<Record<'uses' | 'isFewer', (seen: ParsedResponse) => boolean>>) =>
    parsing(() => {
      const used = new Map<string, number>()
      return {
        after: (seen) => {
          if (uses(seen)) countUp(used, seen.account)
          const more = used.get(seen.account) ?? 0
          if (!isFewer(seen) || more === 0) return undefined
          return withHeader(seen.response, name, String(Number(headerOf(seen.response, name)) - more))
        },
      }
    }),
)

/** Services that share one counter between limits, or report the wrong window. */
export const apartMutants: readonly Mutant[] = [
  countedWith('voids-counted-as-readings', 'Voids count as readings of labels.')
    .kills('LIMIT-310')
    .by({
      uses: ({ operation }) => operation === 'voidLabel',
      isFewer: ({ operation }) => operation === 'getLabel',
    }),
  countedWith('log-counted-as-wallet', 'The log and the wallet are counted together.')
    .kills('LIMIT-310')
    .by({
      uses: ({ operation }) => operation === 'listDeliveries',
      isFewer: ({ operation }) => operation === 'getWallet',
    }),
  countedWith('keys-of-a-client-counted-together', 'Live and test keys are counted together.')
    .kills('LIMIT-311')
    .by({ uses: ({ isLive }) => isLive, isFewer: ({ isLive }) => !isLive }),
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
