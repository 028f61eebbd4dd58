import { errorOf } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Overlaps } from '../../../proof/overlaps.ts'
import { remembering, watching } from '../../../proof/watched.ts'
import { headerOf, withHeader, withJson } from '../../../proof/wire.ts'

/** Headers, ids and envelopes that one answer has from another. */
export const conventionExplorationMutants: readonly Mutant[] = [
  watching(
    'retry-repeats-request-id',
    'The purchase after one that failed unexpectedly has the X-Request-Id of that one.',
    ['EXPL-010'],
    () => {
      const failed = new Map<string, string>()
      return (seen) => {
        if (seen.operation !== 'buyLabel') return undefined
        const before = failed.get(seen.key)
        failed.delete(seen.key)
        if (seen.response.status >= 500) failed.set(seen.key, headerOf(seen.response, 'x-request-id') ?? '')
        return before === undefined || !seen.isGood
          ? undefined
          : withHeader(seen.response, 'X-Request-Id', before)
      }
    },
  ),
  remembering(
    'parallel-refusals-one-request-id',
    'Requests of a key at one time that find nothing have one request id in their errors.',
    ['EXPL-010'],
    () => {
      const overlaps = new Overlaps()
      const first = new Map<string, unknown>()
      return {
        before: ({ operation, request, key }) => {
          if (operation !== undefined && request.method === 'GET') overlaps.enter(request, key)
          return undefined
        },
        after: async (seen) => {
          const error = errorOf(seen.response)
          const isMissing = seen.response.status === 404 && error !== undefined
          if (isMissing && !first.has(seen.key)) first.set(seen.key, error['request_id'])
          const overlap = await overlaps.leave(seen.request)
          const request_id = first.get(seen.key)
          if (overlap?.met !== true) {
            first.delete(seen.key)
            return undefined
          }
          return isMissing && request_id !== error['request_id']
            ? withJson(seen.response, { error: { ...error, request_id } })
            : undefined
        },
      }
    },
  ),
]
