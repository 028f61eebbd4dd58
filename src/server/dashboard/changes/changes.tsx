import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { findDeliveryOfLabel } from '../../../simulator/resources/deliveries.ts'
import { iterateNewestFirst } from '../../../simulator/resources/newest.ts'
import { Facts } from '../../pages/components/card.tsx'
import { centsText, countOf } from '../money/money.ts'
import type { PageRequest } from '../page.ts'

type Fact = readonly [name: string, value: Child]

/** The beginning of the ids of each kind of resource, its name, and the path of its pages below the account. */
const resourceKinds = [
  ['lbl_', 'Label', 'shipments'],
  ['trk_', 'Tracker', 'tracking'],
  ['bat_', 'Batch', 'batches'],
] as const

/** Renders the effects of a request: its resource, wallet transactions and webhook event. */
export function ExchangeEffects(page: PageRequest, entry: LoggedRequest): Child {
  const { status, method, path, responseBody, atMs } = entry
  if (status >= 400 || method === 'GET') return <p class="muted">The request changed nothing.</p>
  const findKind = (id: string) => resourceKinds.find(([prefix]) => id.startsWith(prefix))
  // The id of the resource that the request created or changed is in the response or in the path.
  const id = readId(responseBody) ?? path.split('/').find(findKind) ?? ''
  const [, what, place] = findKind(id) ?? []
  if (what === undefined) return <p class="muted">The request changed nothing that has its own page.</p>
  const link = (
    <a href={page.href(`${place}/${id}`)}>
      <code>{id}</code>
    </a>
  )
  return <Facts facts={[[what, link], ...listMoneyFacts(page, id, atMs), ...listDeliveryFacts(page, id)]} />
}

function readId(body: string | null): string | undefined {
  try {
    const { id } = Object(JSON.parse(body ?? 'null'))
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** Returns the wallet transactions of a resource since `sinceMs`, the time of the request. */
function listMoneyFacts({ context }: PageRequest, id: string, sinceMs: number): Fact[] {
  const facts: Fact[] = []
  for (const line of iterateNewestFirst(context.state.ledger)) {
    if (line.atMs < sinceMs) break
    if (line.reference !== id) continue
    const before = line.balanceCents - line.amountCents
    facts.push([`Wallet: ${line.kind}`, `${centsText(before)} → ${centsText(line.balanceCents)}`])
  }
  return facts.reverse()
}

function listDeliveryFacts(page: PageRequest, labelId: string): Fact[] {
  const label = page.context.state.labels.get(labelId)
  const delivery = label && findDeliveryOfLabel(page.context, label)
  if (delivery === undefined) return []
  const { id, status, attempts } = delivery
  const text = `${status}, ${countOf(attempts.length, 'attempt')}`
  return [['Webhook', <a href={page.href(`webhooks/${id}`)}>{text}</a>]]
}
