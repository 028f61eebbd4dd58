import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Empty } from '../../pages/components/empty.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { type Received, type ReceivedEvent, receiverPath } from '../../webhooks/received-events.ts'
import { ActionForm } from '../action-form.tsx'
import type { PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'

interface Shown {
  readonly page: PageRequest
}

/** Returns the URL of the account's own receiver in the simulator. */
function receiverUrl({ server, context }: PageRequest): string {
  return server.localUrl() + receiverPath(context.id)
}

/** Offers a receiver with one click to users who have none yet. */
export function ReceiveHere({ page }: Shown) {
  return (
    <ActionForm
      page={page}
      action="set"
      submit="Receive them here"
      kind="main"
      values={{ url: receiverUrl(page) }}
    />
  )
}

const columns = [
  { name: 'When', isMinor: true },
  { name: 'Event' },
  { name: 'Signature' },
  { name: 'Payload' },
]

/** Lists the events that reached the simulator's own receiver; renders nothing if it is not used. */
export function ReceivedHere({ page }: Shown) {
  const received = page.server.received.of(page.context)
  const { events, refused } = received
  const isUsed = page.context.state.webhook.get().url === receiverUrl(page)
  if (!isUsed && events.length === 0 && refused === 0) return null
  return (
    <Card title="Received here" id="received" aside="the latest 50, while the simulator runs">
      {events.length === 0 ? (
        <Empty title="No events yet">
          <p>
            Drydock receives the events of this account itself. Buy a label, and its event shows here, its
            signature verified.
          </p>
        </Empty>
      ) : (
        <Table caption="Received here" columns={columns}>
          {events.map((event) => (
            <EventRow page={page} event={event} />
          ))}
        </Table>
      )}
      <Refused page={page} received={received} />
    </Card>
  )
}

function EventRow({ page, event }: Shown & { readonly event: ReceivedEvent }) {
  const { atMs, body, isRepeated } = event
  const { name, label, text } = readBody(body)
  return (
    <tr>
      <Cell isMinor>
        <Instant atMs={atMs} nowMs={page.context.clock.now()} />
      </Cell>
      <Cell>
        {name}{' '}
        <a href={page.href(`shipments/${label}`)}>
          <code>{label}</code>
        </a>{' '}
        {isRepeated ? <Badge tone="warn">repeated</Badge> : null}
      </Cell>
      <Cell>
        <Badge tone="good">verified</Badge>
      </Cell>
      <Cell>
        <details>
          <summary>
            As received<span class="unseen">: {label}</span>
          </summary>
          <CodeBlock label={`the payload of ${label}`} code={page.server.conceal(text)} isWrapped />
        </details>
      </Cell>
    </tr>
  )
}

function Refused({ page, received }: Shown & { readonly received: Received }) {
  const { refused, refusedAtMs } = received
  if (refusedAtMs === null) return null
  return (
    <p>
      <Badge tone="bad">{refused} refused</Badge> The signature was not this account's, so the response was
      401. The latest came <Instant atMs={refusedAtMs} nowMs={page.context.clock.now()} />.
    </p>
  )
}

/**
 * Returns the event of a received body. A client that knows the secret may have signed any text, so the shape
 * is checked.
 */
function readBody(body: string) {
  try {
    const payload: unknown = JSON.parse(body)
    const { event, data } = Object(payload)
    return { name: String(event), label: String(Object(data).id), text: JSON.stringify(payload, null, 2) }
  } catch {
    return { name: 'no event', label: '', text: body }
  }
}
