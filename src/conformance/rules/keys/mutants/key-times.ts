import { errorOf } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import { mutant, refuses } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { refusal } from '../../../proof/refusal.ts'

const expiryMs = 600_000
const day = 24 * 3_600_000

/** Refused keys that are answered otherwise, by how far the time of their client was moved. */
const refusedKeys = (
  code: string,
  change: (advancedMs: number) => 'served' | 'unknown' | undefined,
): Alteration => ({
  response: (response, request, wire) => {
    if (errorOf(response)?.['code'] !== code) return undefined
    switch (change(wire.advancedMs(wire.accountOf(request)))) {
      case 'served':
        return { ...withJson(response, {}), status: 200 }
      case 'unknown':
        return refusal(401, 'AUTH.KEY.INVALID')
      default:
        return undefined
    }
  },
})

/** Services that are wrong about a key by seconds, or after days. */
export const keyTimeMutants: readonly Mutant[] = [
  mutant('key-expires-seconds-early', 'A key is refused for rates in its last five seconds.')
    .kills('KEY-033')
    .by(
      refuses('createRates', 401, 'AUTH.KEY.EXPIRED', (_, request, wire) => {
        const advanced = wire.advancedMs(wire.accountOf(request))
        return advanced >= expiryMs - 5_000 && advanced < expiryMs
      }),
    ),
  mutant('key-expires-seconds-late', 'A key works for a second and a half after its expiration.')
    .kills('KEY-034')
    .by(refusedKeys('AUTH.KEY.EXPIRED', (advanced) => (advanced < expiryMs + 1_500 ? 'served' : undefined))),
  mutant('expired-key-forgotten', 'A key that expired days ago is answered as an unknown one.')
    .kills('KEY-035')
    .by(refusedKeys('AUTH.KEY.EXPIRED', (advanced) => (advanced > 2 * day ? 'unknown' : undefined))),
  mutant('expired-key-works-again', 'A key that expired months ago works again.')
    .kills('KEY-042')
    .by(refusedKeys('AUTH.KEY.EXPIRED', (advanced) => (advanced > 60 * day ? 'served' : undefined))),
  mutant('revoked-key-works-again', 'A key that was revoked months ago works again.')
    .kills('KEY-042')
    .by(refusedKeys('AUTH.KEY.REVOKED', (advanced) => (advanced > 60 * day ? 'served' : undefined))),
  mutant('revoked-key-forgotten', 'A key that was revoked days ago is answered as an unknown one.')
    .kills('KEY-036')
    .by(refusedKeys('AUTH.KEY.REVOKED', (advanced) => (advanced > 2 * day ? 'unknown' : undefined))),
]
