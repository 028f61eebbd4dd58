import { mutant, successJson } from '../../selftest/builders.ts'
import { charging } from '../../selftest/money.ts'
import type { Alteration, Mutant } from '../../selftest/mutant.ts'
import { withJson } from '../../selftest/wire.ts'

/** Services that break a sentence only after something else has happened. */
export const mutants: readonly Mutant[] = [
  mutant(
    'second-live-void-takes-a-cent',
    'A void that is refused since another is under way takes a cent from the live wallet.',
    ['EXPL-001'],
    charging('LABEL.VOID.ALREADY_REQUESTED'),
  ),
  {
    id: 'dearest-first-after-a-purchase',
    deviation: 'Once a label was bought, rates come the dearest first.',
    kills: ['EXPL-002'],
    open: () => {
      const buyers = new Set<string | undefined>()
      return {
        response: (response, request, wire) => {
          const account = wire.accountOf(request)
          const json = successJson(response)
          if (json === undefined) return undefined
          if (request.operation === 'buyLabel') buyers.add(account)
          if (request.operation !== 'createRates' || !buyers.has(account)) return undefined
          const rates = Array.isArray(json['rates']) ? [...json['rates']].reverse() : []
          return withJson(response, { ...json, rates })
        },
      }
    },
  },
  {
    id: 'second-label-tells-of-the-first',
    deviation: 'The second label of an account reads with the tracking number of the first.',
    kills: ['EXPL-003'],
    open: () => tellingOfTheFirst('buyLabel', 'getLabel', 'tracking_number'),
  },
  {
    id: 'second-batch-costs-as-the-first',
    deviation: 'The second batch of an account is told to cost what the first did.',
    kills: ['EXPL-004'],
    open: () => tellingOfTheFirst('createBatch', 'getBatch', 'total_cost_cents'),
  },
]

/** What is read of anything but the first thing of an account has a field of the first. */
function tellingOfTheFirst(
  creating: 'buyLabel' | 'createBatch',
  reading: 'getLabel' | 'getBatch',
  field: string,
): Alteration {
  const firsts = new Map<string | undefined, unknown>()
  return {
    response: (response, request, wire) => {
      const account = wire.accountOf(request)
      const json = successJson(response)
      if (json === undefined) return undefined
      if (request.operation === creating && !firsts.has(account)) firsts.set(account, json[field])
      if (request.operation !== reading || firsts.get(account) === undefined) return undefined
      return json[field] === firsts.get(account)
        ? undefined
        : withJson(response, { ...json, [field]: firsts.get(account) })
    },
  }
}
