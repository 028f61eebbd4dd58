import { nowOf } from '../../../../selftest/behind.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { blocking, remembering } from '../../../../selftest/watched.ts'
import { withJson } from '../../../../selftest/wire.ts'
import { alreadyRequested, isBought, isVoided } from './shared.ts'

/** Voids that are refused, or accepted, for what happened to something else. */
export const voidRefusals: readonly Mutant[] = [
  blocking(
    'ineligible-sticks',
    'Once a void was refused for a scan, the next void of the client is refused for it, too.',
    ['EXPL-003'],
    [422, 'LABEL.VOID.INELIGIBLE'],
    () => {
      const stuck = new Set<string>()
      return {
        notes: (seen) => {
          if (seen.code === 'LABEL.VOID.INELIGIBLE') stuck.add(seen.account)
        },
        blocks: ({ operation, account }) => operation === 'voidLabel' && stuck.delete(account),
      }
    },
  ),
  blocking(
    'one-void-at-a-time',
    'While the void of a label is pending, no other label of the same rate can be voided.',
    ['EXPL-003', 'VOID-108'],
    [422, alreadyRequested],
    () => {
      const rates = new Map<string, unknown>()
      const pending = new Set<unknown>()
      return {
        notes: (seen) => {
          if (isBought(seen)) rates.set(String(seen.json['id']), seen.asked['rate_id'])
          if (isVoided(seen)) pending.add(rates.get(seen.id))
        },
        blocks: ({ operation, id }) =>
          operation === 'voidLabel' && rates.has(id) && pending.has(rates.get(id)),
      }
    },
  ),
  blocking(
    'batch-labels-not-voided',
    'A label that a batch made is not found when it is to be voided.',
    ['EXPL-003', 'EXPL-004', 'BATCH-029'],
    [404, 'LABEL.NOT_FOUND'],
    () => {
      const singles = new Set<string>()
      return {
        notes: (seen) => {
          if (isBought(seen)) singles.add(String(seen.json['id']))
        },
        blocks: ({ operation, id }) => operation === 'voidLabel' && id.startsWith('lbl_') && !singles.has(id),
      }
    },
  ),
  blocking(
    'no-void-after-a-week',
    'A week after its purchase a label cannot be voided, though nobody has scanned it.',
    ['EXPL-003', 'VOID-109'],
    [422, 'LABEL.VOID.INELIGIBLE'],
    () => {
      const bought = new Map<string, number>()
      return {
        notes: async (seen) => {
          if (isBought(seen)) bought.set(String(seen.json['id']), await nowOf(seen))
        },
        blocks: async (asked) => {
          const since = asked.operation === 'voidLabel' ? bought.get(asked.id) : undefined
          return since !== undefined && (await nowOf(asked)) - since > 7 * 86_400_000
        },
      }
    },
  ),
  remembering(
    'keys-race-on-void',
    'Two keys that void one label at one time are both told that they did.',
    ['EXPL-003', 'EXPL-007'],
    () => {
      const overlaps = new Overlaps()
      const keys = new Map<string, Set<string>>()
      return {
        before: ({ operation, request, id, key }) => {
          if (operation !== 'voidLabel') return undefined
          overlaps.enter(request, id)
          keys.set(id, (keys.get(id) ?? new Set()).add(key))
          return undefined
        },
        after: async (seen) => {
          const overlap = await overlaps.leave(seen.request)
          const isRace = overlap?.met === true && (keys.get(seen.id)?.size ?? 0) > 1
          if (!isRace || seen.code !== alreadyRequested) return undefined
          return { ...withJson(seen.response, { id: seen.id, void_status: 'requested' }), status: 200 }
        },
      }
    },
  ),
]
