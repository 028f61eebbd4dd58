import { mutant } from '../../selftest/builders.ts'
import { charging } from '../../selftest/money.ts'
import type { Mutant } from '../../selftest/mutant.ts'

/** Services that break a sentence only after something else has happened. */
export const mutants: readonly Mutant[] = [
  mutant(
    'second-live-void-takes-a-cent',
    'A void that is refused since another is under way takes a cent from the live wallet.',
    ['EXPL-001'],
    charging('LABEL.VOID.ALREADY_REQUESTED'),
  ),
]
