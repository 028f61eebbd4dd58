import type { Mutant } from '../../../proof/mutant.ts'
import { repeated } from '../../../proof/stateful/repeated.ts'
import { onResponse, withError } from '../../../proof/stateful/stateful.ts'
import { withJson } from '../../../proof/wire.ts'

/** Voids that go wrong after many, in a crowd, or for want of a poll. */
export const manyVoidMutants: readonly Mutant[] = [
  repeated('sixth-void-refused', 'A client can void five labels.', ['VOID-112'], {
    counts: ({ operation, isGood }) => operation === 'voidLabel' && isGood,
    most: 5,
    changes: (seen) =>
      seen.operation === 'voidLabel' && seen.isGood
        ? withError(seen, [422, 'LABEL.VOID.INELIGIBLE'])
        : undefined,
  }),
  onResponse('eighth-void-done', 'The eighth void of a label is done once more.', ['VOID-113'], () => {
    const voids = new Map<string, number>()
    return (seen) => {
      if (seen.operation !== 'voidLabel') return undefined
      const count = (voids.get(seen.id) ?? 0) + 1
      voids.set(seen.id, count)
      return count === 8 ? { ...withJson(seen.response, { id: seen.id }), status: 200 } : undefined
    }
  }),
  onResponse(
    'scan-unseen-by-tracker',
    'A label is voided after its scan as long as its tracker has not seen it.',
    ['VOID-114'],
    () => {
      const tracked = new Set<string>()
      return (seen) => {
        if (seen.operation === 'registerTracker') tracked.add(seen.account)
        const isUnseen = seen.code === 'LABEL.VOID.INELIGIBLE' && tracked.has(seen.account)
        return isUnseen ? { ...withJson(seen.response, { id: seen.id }), status: 200 } : undefined
      }
    },
  ),
]
