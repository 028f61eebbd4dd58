import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { findDeliveryOfLabel } from '../../../simulator/resources/deliveries.ts'
import { iterateNewestFirst } from '../../../simulator/resources/newest.ts'
import { Facts } from '../../pages/components/card.tsx'
import { centsText, countOf } from '../money/money.ts'
import type { PageRequest } from '../page.ts'

type Fact = readonly [name: string, value: Child]

/** Renders the effects of a request: its resource, wallet transactions and webhook event. */
export function ExchangeEffects(page: PageRequest, entry: LoggedRequest): Child {
  if (entry.status >= 400 || entry.method === 'GET') return <p class="muted">The request changed nothing.</p>
  const made = findAffectedResource(entry)
  if (made === undefined) return <p class="muted">The request changed nothing that has its own page.</p>
  const facts = [
    buildLinkFact(page, made),
    ...listMoneyFacts(page, made.id, entry.atMs),
    ...listDeliveryFacts(page, made.id),
  ]
  return <Facts facts={facts} />
}

interface AffectedResource {
  /** The kind of the resource: `Label`. */
  readonly what: string
  readonly id: string
  /** The path of the resource's page below the account. */
  readonly place: string
}

const resourceKinds: readonly (readonly [prefix: string, what: string, place: (id: string) => string])[] = [
  ['lbl_', 'Label', (id) => `shipments/${id}`],
  ['trk_', 'Tracker', (id) => `tracking/${id}`],
  ['bat_', 'Batch', (id) => `batches/${id}`],
]

/** Returns the resource that a request created or changed: the id is in the response or in the path. */
function findAffectedResource({ responseBody, path }: LoggedRequest): AffectedResource | undefined {
  const id =
    readId(responseBody) ??
    path.split('/').find((part) => resourceKinds.some(([prefix]) => part.startsWith(prefix)))
  if (id === undefined) return undefined
  const [, what, place] = resourceKinds.find(([prefix]) => id.startsWith(prefix)) ?? []
  return what === undefined || place === undefined ? undefined : { what, id, place: place(id) }
}

function readId(body: string | null): string | undefined {
  try {
    const { id } = Object(JSON.parse(body ?? 'null'))
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

function buildLinkFact(page: PageRequest, { what, id, place }: AffectedResource): Fact {
  return [
    what,
    <a href={page.href(place)}>
      <code>{id}</code>
    </a>,
  ]
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
