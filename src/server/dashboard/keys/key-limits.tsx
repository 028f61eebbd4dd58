import type { KeyRecord } from '../../../simulator/accounts/records/keys.ts'
import { readLimitStatus } from '../../../simulator/requests/rate-limit.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  operationFacts,
  operationNames,
} from '../../../simulator/specification/operations.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { countText } from '../money/money.ts'
import type { PageProps, PageRequest } from '../page.ts'
import { FrozenLimit } from '../time/frozen-limit.tsx'
import { formatSpan } from '../time/instants.tsx'

const limitedOperations = [...operationNames.map(operationFacts), downloadLabel, downloadSandboxLabel]

const columns = [
  { name: 'Endpoint' },
  { name: 'Remaining', isNumber: true },
  { name: 'Limit', isNumber: true },
  { name: 'State', isMinor: true },
]

/** Returns the key whose limits are shown: the one in the URL, or the first. */
export function findChosenKey({ context, query }: PageRequest): KeyRecord | undefined {
  const { keys } = context.state
  const [first] = keys.values()
  return keys.get(query.get('limits') ?? '') ?? first
}

/** Renders how many requests each rate limit of a key allows now. */
export function KeyLimits({ page }: PageProps) {
  const key = findChosenKey(page)
  if (key === undefined) return null
  const { context } = page
  const nowMs = context.clock.now()
  const rows = limitedOperations.map((operation) => ({
    operation,
    status: readLimitStatus(context, key.id, operation),
  }))
  const usedUp = rows.filter(({ status }) => status.remaining === 0)
  const untilMs = Math.max(0, ...usedUp.map(({ status }) => status.resetAtSeconds * 1_000))
  const used = rows.filter(({ status }) => status.remaining < status.limit).length
  return (
    <details class="more" id="limits-card" open={used > 0}>
      <summary>
        Limits of pr_{key.environment}_…{key.value.slice(-4)}: {used === 0 ? 'unused' : `${used} in use`}
      </summary>
      {context.settings.rateLimits ? null : (
        <p>
          <Badge tone="warn">off</Badge> Requests are counted, but none is refused: the simulator was started
          with <code>--rate-limits off</code>.
        </p>
      )}
      <FrozenLimit page={page} untilMs={untilMs} />
      <Table caption="Limits" columns={columns}>
        {rows.map(({ operation, status: { limit, remaining, resetAtSeconds } }) => (
          <tr id={`limit-${operation.name}`}>
            <Cell>
              <span class="method">{operation.method}</span> <code>{operation.path}</code>
            </Cell>
            <Cell isNumber>{remaining === 0 ? <Badge tone="bad">0</Badge> : countText(remaining)}</Cell>
            <Cell isNumber>{countText(limit)}</Cell>
            <Cell isMinor>
              {remaining === limit ? 'unused' : `full again in ${formatSpan(resetAtSeconds * 1_000 - nowMs)}`}
            </Cell>
          </tr>
        ))}
      </Table>
    </details>
  )
}
