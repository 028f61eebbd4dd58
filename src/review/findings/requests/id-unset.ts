import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  operationNames,
} from '../../../simulator/specification/operations.ts'
import { type Exchange, readTextMember } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** The texts, in lower case, that programs write for a variable without a value, or for a placeholder that was not replaced. */
const unsetVariableTexts: ReadonlySet<string> = new Set(
  ['undefined', 'null', 'NaN', 'None', 'nil', '[object Object]', '{id}', '{{id}}', ':id'].map((text) =>
    text.toLowerCase(),
  ),
)

/** The operations that have the id of a resource in their path or body. */
const operationsWithId = [
  ...operationNames.filter((name) => getOperation(name).path.includes('{id}')),
  ...[downloadLabel.name, downloadSandboxLabel.name, 'registerTracker', 'buyLabel', 'createBatch'],
]

export const idUnset: Finding = {
  id: 'ID-UNSET',
  severity: 'error',
  title: 'The client sent a text such as "undefined" in place of an id.',
  means:
    'The id in the path, or rate_id or tracking_number in the body, or rate_id of a batch item, was undefined, null, NaN, None, nil, ' +
    '[object Object] or a placeholder such as {id}.',
  advice:
    'Find out why the variable with the id has no value. Often a client reads an error response as if it were a success.',
  why: 'No resource has such an id, so the client has lost the id of its label, batch, tracker or rate.',
  createWatcher: (report) => ({
    operations: operationsWithId,
    // Only these operations can succeed with the id of an unset variable. All others refuse an id that no resource
    // has.
    successes: ['registerTracker', 'createBatch'],
    observeExchange(exchange) {
      const ids =
        exchange.operation?.name === 'createBatch' ? readItemRateIds(exchange) : [readSentId(exchange)]
      if (ids.some((id) => id !== undefined && unsetVariableTexts.has(id.toLowerCase()))) report(exchange.id)
    },
  }),
}

/** Returns the id in the path or body of a request; undefined if it has none. */
function readSentId(exchange: Exchange): string | undefined {
  const name = exchange.operation?.name
  if (name === 'registerTracker') return readTextMember(exchange.parseRequest(), 'tracking_number')
  if (name === 'buyLabel') return readTextMember(exchange.parseRequest(), 'rate_id')
  const id = exchange.resourceId
  return id?.includes('%') ? decodeId(id) : id
}

/** Returns the rate_id of each item of a new batch. */
function readItemRateIds(exchange: Exchange): readonly (string | undefined)[] {
  const { items } = Object(exchange.parseRequest())
  return Array.isArray(items) ? items.map((item) => readTextMember(item, 'rate_id')) : []
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
