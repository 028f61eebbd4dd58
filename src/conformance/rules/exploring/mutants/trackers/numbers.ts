import type { Mutant } from '../../../../selftest/mutant.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { isRead, isRegistered } from './shared.ts'

/** Numbers that come back as others. */
const respelled = (id: string, deviation: string, respell: (text: string) => string): Mutant =>
  watching(id, deviation, ['EXPL-005'], () => (seen) => {
    if (!isRegistered(seen) && !isRead(seen)) return undefined
    const number = String(seen.json['tracking_number'])
    const tracking_number = respell(number)
    return tracking_number === number ? undefined : told(seen, { tracking_number })
  })

export const numberMutants: readonly Mutant[] = [
  respelled('tracking-number-in-capitals', 'A tracking number comes back in capitals.', (text) =>
    text.toUpperCase(),
  ),
  respelled(
    'tracking-number-without-leading-zeros',
    'A tracking number comes back without the zeros that it begins with.',
    (text) => text.replace(/^0+(?=\d)/, ''),
  ),
  respelled('tracking-number-cut-at-30', 'A tracking number is cut after 30 characters.', (text) =>
    text.slice(0, 30),
  ),
]
