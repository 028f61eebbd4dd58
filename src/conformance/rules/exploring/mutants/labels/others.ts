import type { Mutant } from '../../../../selftest/mutant.ts'
import { told, watching } from '../../../../selftest/watched.ts'
import { isRead } from './shared.ts'

/** Labels that somebody else's request changes. */
export const otherLabels: readonly Mutant[] = [
  watching(
    'sandbox-once-test-key-asked',
    'A live label reads as one of the sandbox once a test key of the client was refused it.',
    ['EXPL-003', 'EXPL-009'],
    () => {
      const asked = new Set<string>()
      return (seen) => {
        if (seen.operation === 'getLabel' && !seen.isLive && !seen.isGood) asked.add(seen.id)
        return isRead(seen) && asked.has(seen.id) && seen.json['sandbox'] === false
          ? told(seen, { sandbox: true })
          : undefined
      }
    },
  ),
]
