import { ask } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { remembering, told, watching } from '../../../../selftest/watched.ts'
import { isBought, isVoided } from './shared.ts'

/** Voids that a request for something else takes back or brings about. */
export const otherVoids: readonly Mutant[] = [
  watching(
    'rebuy-lifts-void',
    'When a rate is bought again, the label that was bought with it before reads as if its void was never requested.',
    ['EXPL-003'],
    () => {
      const labels = new Map<unknown, Set<string>>()
      const voided = new Set<string>()
      const lifted = new Set<string>()
      return (seen) => {
        if (isVoided(seen)) voided.add(seen.id)
        if (isBought(seen)) {
          const others = labels.get(seen.asked['rate_id']) ?? new Set<string>()
          for (const id of others) if (voided.has(id)) lifted.add(id)
          labels.set(seen.asked['rate_id'], others.add(String(seen.json['id'])))
        }
        return seen.operation === 'getLabel' && seen.isGood && lifted.has(seen.id)
          ? told(seen, { void_status: null, void_requested_at: null })
          : undefined
      }
    },
  ),
  remembering(
    'void-takes-label-bought-meanwhile',
    'A label that is bought while the client voids another is voided, too.',
    ['EXPL-003'],
    () => {
      const overlaps = new Overlaps()
      const voiding = new Map<string, number>()
      return {
        before: ({ operation, request, account }) => {
          if (operation !== 'buyLabel' && operation !== 'voidLabel') return undefined
          overlaps.enter(request, account)
          if (operation === 'voidLabel') voiding.set(account, (voiding.get(account) ?? 0) + 1)
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || !isBought(seen) || (voiding.get(seen.account) ?? 0) === 0) {
            if (overlap?.met === false) voiding.delete(seen.account)
            return undefined
          }
          await ask(seen.wire, seen.key, ['DELETE', `/v1/labels/${String(seen.json['id'])}`])
          return seen.response
        },
      }
    },
  ),
]
