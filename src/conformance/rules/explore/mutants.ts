import { errorOf, mutant, successJson } from '../../proof/builders.ts'
import { charging } from '../../proof/money.ts'
import type { Alteration, Mutant } from '../../proof/mutant.ts'
import { refusal } from '../../proof/refusal.ts'
import { headerOf, labelOf, withHeader, withJson } from '../../proof/wire.ts'
import { explorationMutants } from './mutants/all.ts'

/** Services that break a sentence only after something else has happened. */
export const mutants: readonly Mutant[] = [
  ...explorationMutants,
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
  {
    id: 'tracker-gone-when-time-has-passed',
    deviation: 'A tracker is not there any more once its account’s clock was moved.',
    kills: ['EXPL-005'],
    open: () => ({
      response: (response, request, wire) =>
        request.operation === 'getTracker' &&
        response.status === 200 &&
        wire.advancedMs(wire.accountOf(request)) > 0
          ? refusal(404, 'TRACKER.NOT_FOUND')
          : undefined,
    }),
  },
  {
    id: 'second-label-never-told-of',
    deviation: 'A webhook is told of the first label alone: events of others never come.',
    kills: ['EXPL-006'],
    open: () => {
      const firsts = new Map<string, string>()
      return {
        webhook: (delivery) => {
          const first = firsts.get(delivery.secret)
          if (first === undefined) firsts.set(delivery.secret, labelOf(delivery))
          return first === undefined || first === labelOf(delivery) ? undefined : []
        },
      }
    },
  },
  {
    id: 'good-key-refused-after-bad-one',
    deviation: 'The request after one with an unknown key is told that its key is unknown, whatever its key.',
    kills: ['EXPL-007'],
    open: () => {
      let isNext = false
      return {
        request: ({ operation }) => {
          if (!isNext || operation === undefined) return undefined
          isNext = false
          return refusal(401, 'AUTH.KEY.INVALID')
        },
        response: (response) => {
          if (errorOf(response)?.['code'] === 'AUTH.KEY.INVALID') isNext = true
          return undefined
        },
      }
    },
  },
  mutant(
    'what-is-not-there-takes-two',
    'A request for what is not there takes two of the limit, as its headers tell.',
    ['EXPL-008'],
    {
      response: (response) =>
        response.status === 404
          ? withHeader(
              response,
              'x-ratelimit-remaining',
              String(Math.max(0, Number(headerOf(response, 'x-ratelimit-remaining')) - 1)),
            )
          : undefined,
    },
  ),
  {
    id: 'gone-once-a-stranger-has-asked',
    deviation: 'Once another client has asked for a label, its owner is told that it is not there.',
    kills: ['EXPL-009'],
    open: () => {
      const asked = new Set<string>()
      return {
        response: (response, { operation, path }) => {
          if (operation !== 'getLabel') return undefined
          if (response.status === 404) asked.add(path)
          return response.status === 200 && asked.has(path) ? refusal(404, 'LABEL.NOT_FOUND') : undefined
        },
      }
    },
  },
  {
    id: 'request-id-of-the-refusal-before',
    deviation: 'The success after a refusal has the request id of the refusal.',
    kills: ['EXPL-010'],
    open: () => {
      let refused: string | undefined
      return {
        response: (response, { operation }) => {
          if (operation === undefined) return undefined
          const before = refused
          refused = response.status >= 400 ? headerOf(response, 'x-request-id') : undefined
          return before === undefined || response.status >= 400
            ? undefined
            : withHeader(response, 'x-request-id', before)
        },
      }
    },
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
