import { errorOf, isLive, mutant, refuses } from '../../../selftest/builders.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { withJson } from '../../../selftest/wire.ts'

const validMs = 900_000

/** Services that are wrong about the age of a rate by seconds. */
export const rateBoundaryMutants: readonly Mutant[] = [
  mutant(
    'rate-expires-seconds-early',
    'A live rate is refused as expired in its last ten seconds.',
    ['RATE-208'],
    refuses('buyLabel', 422, 'RATE.EXPIRED', (_, request, wire) => {
      const advanced = wire.advancedMs(wire.accountOf(request))
      return isLive(request) && advanced >= validMs - 10_000 && advanced < validMs
    }),
  ),
  mutant('rate-expires-seconds-late', 'A rate is sold for five seconds after its 15 minutes.', ['RATE-209'], {
    response: (response, request, wire) =>
      errorOf(response)?.['code'] === 'RATE.EXPIRED' &&
      wire.advancedMs(wire.accountOf(request)) < validMs + 5_000
        ? { ...withJson(response, { id: 'lbl_1' }), status: 201 }
        : undefined,
  }),
]
