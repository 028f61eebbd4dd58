import {
  acceptsInsteadOf,
  crashesForLive,
  isLive,
  mutant,
  refuses,
  soldLabel,
} from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { charging } from '../../../proof/stateful/backdoor.ts'

/** Live rates that are sold, or charged, after their time. */
export const liveRateMutants: readonly Mutant[] = [
  mutant(
    'expired-charged',
    'A live rate that expired is refused, and charged.',
    ['RATE-202'],
    charging('RATE.EXPIRED'),
  ),
  mutant(
    'live-expires-at-two',
    'Live rates expire after two minutes.',
    ['RATE-201'],
    refuses(
      'buyLabel',
      422,
      'RATE.EXPIRED',
      (_, request, wire) => isLive(request) && wire.advancedMs(wire.accountOf(request)) >= 120_000,
    ),
  ),
  mutant(
    'live-expired-sold',
    'Expired live rates are sold.',
    ['RATE-202'],
    acceptsInsteadOf('RATE.EXPIRED', soldLabel, isLive),
  ),
  mutant(
    'live-unknown-rate-crash',
    'A rate that is not there makes the service fail with a live key.',
    ['RATE-204'],
    crashesForLive('RATE.NOT_FOUND'),
  ),
]
