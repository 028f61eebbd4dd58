import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { deliveryOfLabel } from '../../../simulator/resources/deliveries.ts'
import { newestFirst } from '../../../simulator/resources/newest.ts'
import { Facts } from '../../pages/components/card.tsx'
import { centsText, countOf } from '../money/money.ts'
import type { PageRequest } from '../page.ts'

type Fact = readonly [name: string, value: Child]

/** Renders the effects of an exchange: created resources, charges and webhook events. */
export function ExchangeEffects(page: PageRequest, entry: LoggedRequest): Child {
  if (entry.status >= 400 || entry.method === 'GET') return <p class="muted">Nothing.</p>
  const made = affectedResource(entry)
  if (made === undefined) return <p class="muted">Nothing with a page of its own.</p>
  const facts = [
    linkFact(page, made),
    ...moneyFacts(page, made.id, entry.atMs),
    ...deliveryFacts(page, made.id),
  ]
  return <Facts facts={facts} />
}

interface Made {
  readonly what: string
  readonly id: string
  /** The path of its page below the account. */
  readonly place: string
}

const kinds: readonly (readonly [prefix: string, what: string, place: (id: string) => string])[] = [
  ['lbl_', 'Label', (id) => `shipments/${id}`],
  ['trk_', 'Tracker', (id) => `tracking/${id}`],
  ['bat_', 'Batch', (id) => `batches/${id}`],
]

/** Returns the resource whose id is in the response or the path. */
function affectedResource({ responseBody, path }: LoggedRequest): Made | undefined {
  const id =
    idIn(responseBody) ?? path.split('/').find((part) => kinds.some(([prefix]) => part.startsWith(prefix)))
  if (id === undefined) return undefined
  const [, what, place] = kinds.find(([prefix]) => id.startsWith(prefix)) ?? []
  return what === undefined || place === undefined ? undefined : { what, id, place: place(id) }
}

function idIn(body: string | null): string | undefined {
  try {
    const { id } = Object(JSON.parse(body ?? 'null'))
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

function linkFact(page: PageRequest, { what, id, place }: Made): Fact {
  return [
    what,
    <a href={page.href(place)}>
      <code>{id}</code>
    </a>,
  ]
}

/** Returns the wallet transactions caused by a request at `sinceMs`; older ones are not searched. */
function moneyFacts({ context }: PageRequest, id: string, sinceMs: number): Fact[] {
  const facts: Fact[] = []
  for (const line of newestFirst(context.state.ledger)) {
    if (line.atMs < sinceMs) break
    if (line.reference !== id) continue
    const before = line.balanceCents - line.amountCents
    facts.push([`Wallet: ${line.kind}`, `${centsText(before)} → ${centsText(line.balanceCents)}`])
  }
  return facts.reverse()
}

function deliveryFacts(page: PageRequest, labelId: string): Fact[] {
  const label = page.context.state.labels.get(labelId)
  const delivery = label && deliveryOfLabel(page.context, label)
  if (delivery === undefined) return []
  const { id, status, attempts } = delivery
  const text = `${status}, ${countOf(attempts.length, 'attempt')}`
  return [['Webhook', <a href={page.href(`webhooks/${id}`)}>{text}</a>]]
}
