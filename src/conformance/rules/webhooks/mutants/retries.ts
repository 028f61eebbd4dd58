import { jsonOf, readLabelId } from '../../../../variations/wire.ts'
import { buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import type { RuleId } from '../../../rule.ts'

/** Creates a deliberately broken service that makes a delivery attempt together with the attempt before it, not after the delay. */
function buildEarlyAttemptMutant(attempt: number, rule: RuleId, delay: string): Mutant {
  return buildMutant(
    `attempt-${attempt}-too-early`,
    `Attempt ${attempt} is made together with the attempt before it, not ${delay} later.`,
  )
    .kills(rule)
    .by(() => {
      const counts = new Map<string, number>()
      return {
        webhook: (delivery) => {
          const count = countUp(counts, readLabelId(delivery))
          if (count === attempt - 1) return [delivery, delivery]
          return count === attempt ? [] : undefined
        },
      }
    })
}

/** Creates a deliberately broken service that makes no delivery attempts after this one, even if it fails. */
function buildEarlyEndMutant(attempt: number, kills: Mutant['kills']): Mutant {
  return buildMutant(
    `gives-up-after-${attempt}`,
    `After ${attempt} of five attempts, a delivery is not retried.`,
  )
    .kills(...kills)
    .by(() => {
      const counts = new Map<string, number>()
      return {
        reply: (_, delivery) => {
          const count = countUp(counts, readLabelId(delivery))
          return count === attempt ? 200 : undefined
        },
      }
    })
}

/** Creates mutants (broken services) that treat one status of the webhook receiver as another. */
const buildReplyMutant = createMutantBuilder(
  ([from, to]: readonly [from: number, to: number]): Alteration => ({
    reply: (status) => (status === from ? to : undefined),
  }),
)

export const retryMutants: readonly Mutant[] = [
  buildEarlyAttemptMutant(2, 'HOOK-102', '5 minutes'),
  buildEarlyAttemptMutant(3, 'HOOK-103', '30 minutes'),
  buildEarlyAttemptMutant(4, 'HOOK-104', '2 hours'),
  buildEarlyAttemptMutant(5, 'HOOK-105', '24 hours'),
  buildEarlyEndMutant(1, [
    'HOOK-102',
    'HOOK-103',
    'HOOK-104',
    'HOOK-105',
    'HOOK-111',
    'HOOK-112',
    'HOOK-113',
    'HOOK-133',
  ]),
  buildEarlyEndMutant(2, ['HOOK-103', 'HOOK-104', 'HOOK-105']),
  buildEarlyEndMutant(4, ['HOOK-105']),
  buildMutant('sixth-attempt', 'A failed delivery has a sixth attempt.')
    .kills('HOOK-106')
    .by(() => {
      let last: unknown
      return {
        webhook: (delivery) => {
          last = jsonOf(delivery)
          return undefined
        },
        advanced: async (account, wire) => {
          // The five scheduled attempts end well before 60 hours have passed, so this is a sixth attempt.
          if (wire.advancedMs(account) < 60 * 3_600_000) return false
          await wire.emit(account, last)
          return true
        },
      }
    }),
  buildMutant(
    'attempts-between',
    'A failed delivery has additional attempts between the five scheduled attempts.',
  )
    .kills('HOOK-106')
    .by(() => {
      let last: unknown
      return {
        webhook: (delivery) => {
          last = jsonOf(delivery)
          return undefined
        },
        advanced: async (account, wire) => {
          if (wire.advancedMs(account) > 27 * 3_600_000) return false
          await wire.emit(account, last)
          return true
        },
      }
    }),
  buildMutant('twice-and-never-again', 'Every delivery is sent twice at the same time, and never retried.')
    .kills('HOOK-111', 'HOOK-112', 'HOOK-113', 'HOOK-132', 'HOOK-133')
    .by({ webhook: (delivery) => [delivery, delivery], reply: () => 200 }),
  buildReplyMutant('server-error-as-success', 'A response 500 of the webhook receiver counts as success.')
    .kills('HOOK-111')
    .by([500, 200]),
  buildReplyMutant('not-found-as-success', 'A response 404 of the webhook receiver counts as success.')
    .kills('HOOK-112')
    .by([404, 200]),
  buildReplyMutant('redirect-as-success', 'A redirect of the webhook receiver counts as success.')
    .kills('HOOK-113')
    .by([302, 200]),
  ...(
    [
      ['bad-request', 'HOOK-114', 400],
      ['unauthorised', 'HOOK-115', 401],
      ['gone', 'HOOK-116', 410],
      ['too-many-requests', 'HOOK-117', 429],
      ['unavailable', 'HOOK-118', 503],
      ['kept-method', 'HOOK-119', 307],
    ] as const
  ).map(([name, rule, status]) =>
    buildReplyMutant(`${name}-as-success`, `A response ${status} of the webhook receiver ends the retries.`)
      .kills(rule)
      .by([status, 200]),
  ),
  buildReplyMutant('reset-as-success', 'If the receiver cuts the connection, a delivery is not retried.')
    .kills('HOOK-120')
    .by([0, 200]),
  buildReplyMutant('accepted-fails', 'A delivery that gets 202 is retried.').kills('HOOK-124').by([202, 500]),
  buildReplyMutant('partial-content-fails', 'A delivery that gets 206 is retried.')
    .kills('HOOK-125')
    .by([206, 500]),
  buildReplyMutant('only-200-succeeds', 'A delivery that gets 201 is retried.')
    .kills('HOOK-122')
    .by([201, 500]),
  buildReplyMutant('no-content-fails', 'A delivery that gets 204 is retried.')
    .kills('HOOK-123')
    .by([204, 500]),
  buildReplyMutant('success-retried', 'A delivery is retried although it succeeded.')
    .kills('HOOK-121')
    .by([200, 500]),
  buildReplyMutant('success-goes-on', 'A delivery that succeeds at a retry is retried further.')
    .kills('HOOK-131')
    .by([200, 500]),
  buildMutant(
    'events-end-with-failed-delivery',
    'After all five attempts of a delivery have failed, no events are sent for later labels.',
  )
    .kills('HOOK-138')
    .by(() => {
      const attempts = new Map<string, number>()
      const ended = new Set<string>()
      return {
        webhook: (delivery) => (ended.has(delivery.secret) ? [] : undefined),
        reply: (status, delivery) => {
          const label = readLabelId(delivery)
          countUp(attempts, label)
          if (status >= 300 && attempts.get(label) === 5) ended.add(delivery.secret)
          return undefined
        },
      }
    }),
]
