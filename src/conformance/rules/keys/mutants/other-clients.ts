import type { OperationName } from '../../../http/operation.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { openToOthers } from '../../../proof/stateful/other-clients.ts'
import type { RuleId } from '../../../rule.ts'

const byId: readonly (readonly [string, string, RuleId, OperationName])[] = [
  ['label-of-any-client', 'Labels can be read by any client.', 'KEY-201', 'getLabel'],
  ['void-by-any-client', 'Labels can be voided by any client.', 'KEY-203', 'voidLabel'],
  ['tracker-of-any-client', 'Trackers can be read by any client.', 'KEY-204', 'getTracker'],
  ['batch-of-any-client', 'Batches can be read by any client.', 'KEY-205', 'getBatch'],
  ['batch-bought-by-any-client', 'Batches can be bought by any client.', 'KEY-206', 'buyBatch'],
]

/** Services that look at what is asked for, and not at whose it is. */
export const otherClientMutants: readonly Mutant[] = [
  ...byId.map(([id, deviation, rule, operation]) =>
    openToOthers(id, deviation, [rule], (asked) => (asked.operation === operation ? asked.id : undefined)),
  ),
  openToOthers(
    'download-of-any-client',
    'The PDF of a label is open to any client.',
    ['KEY-202'],
    ({ request, id }) => (request.path.endsWith('/download') ? id : undefined),
  ),
  openToOthers(
    'rate-of-any-client',
    'The rates of a test key can be bought by any client.',
    ['KEY-208'],
    ({ operation, asked, isLive }) =>
      operation === 'buyLabel' && !isLive ? String(asked['rate_id']) : undefined,
  ),
  openToOthers(
    'quoted-client-pays',
    'Whoever buys a rate, the client that was quoted it pays.',
    ['KEY-207'],
    ({ operation, asked }) => (operation === 'buyLabel' ? String(asked['rate_id']) : undefined),
  ),
]
