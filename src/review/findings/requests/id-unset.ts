import {
  downloadLabel,
  downloadSandboxLabel,
  operationFacts,
  operationNames,
} from '../../../simulator/specification/operations.ts'
import { type Exchange, textIn } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** Texts that programs make of a variable without a value, or of a path whose placeholder was not replaced. */
const unset: ReadonlySet<string> = new Set(
  ['undefined', 'null', 'NaN', 'None', 'nil', '[object Object]', '{id}', '{{id}}', ':id'].map((text) =>
    text.toLowerCase(),
  ),
)

/** The operations that name something by its id. */
const operations = [
  ...operationNames.filter((name) => operationFacts(name).path.includes('{id}')),
  ...[downloadLabel.name, downloadSandboxLabel.name, 'registerTracker', 'buyLabel'],
]

export const idUnset: Finding = {
  id: 'ID-UNSET',
  severity: 'error',
  title: 'The client sent a text such as "undefined" in place of an id.',
  means:
    'The id in the path, or rate_id or tracking_number in the body, was undefined, null, NaN, None, nil, ' +
    '[object Object] or a placeholder such as {id}.',
  advice: 'Find out why the variable has no value. Often an error response was read as if it were a success.',
  why: 'No such resource exists, so the client has lost track of its label, batch, tracker or rate.',
  open: (report) => ({
    operations,
    // The other operations refuse an id that does not exist.
    successes: ['registerTracker'],
    exchange(exchange) {
      const id = sentId(exchange)
      if (id !== undefined && unset.has(id.toLowerCase())) report(exchange.id)
    },
  }),
}

/** Returns the id that a request names; undefined for one without. */
function sentId(exchange: Exchange): string | undefined {
  const name = exchange.operation?.name
  if (name === 'registerTracker') return textIn(exchange.request(), 'tracking_number')
  if (name === 'buyLabel') return textIn(exchange.request(), 'rate_id')
  const id = exchange.resourceId
  return id?.includes('%') ? decodeId(id) : id
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
