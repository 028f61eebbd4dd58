import { Badge } from '../../pages/components/badge.tsx'
import { receiverPath } from '../../webhooks/received-events.ts'
import { ActionForm } from '../action-form.tsx'
import { countText } from '../money/money.ts'
import type { PageProps, PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'

/** Returns the URL of the account's own receiver in the simulator. */
function buildReceiverUrl({ server, context }: PageRequest): string {
  return server.localUrl() + receiverPath(context.id)
}

/** Renders the button that makes the simulator itself receive the account's events. */
export function ReceiveHereForm({ page }: PageProps) {
  return (
    <ActionForm
      page={page}
      action="set"
      submit="Receive events here"
      kind="main"
      values={{ url: buildReceiverUrl(page) }}
    />
  )
}

/** Returns how often the simulator's own receiver got each body with a valid signature, by the body. */
export function countReceivedBodies({ server, context }: PageRequest): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { body } of server.received.listOf(context).events) times.set(body, (times.get(body) ?? 0) + 1)
  return times
}

/** Shows how often the simulator's own receiver verified a delivery; nothing for a delivery to another receiver. */
export function ReceivedBadge({ times }: { readonly times: number }) {
  if (times === 0) return null
  return (
    <>
      <Badge tone="good">verified here</Badge>
      {times === 1 ? null : <Badge tone="warn">{countText(times)} times</Badge>}
    </>
  )
}

/** Counts the events that the simulator's own receiver refused; renders nothing if it refused none. */
export function RefusedEventsNote({ page }: PageProps) {
  const { refused, refusedAtMs } = page.server.received.listOf(page.context)
  if (refusedAtMs === null) return null
  return (
    <p>
      <Badge tone="bad">{refused} refused</Badge> The signature was not this account's, so the response was
      401. The latest event came <Instant atMs={refusedAtMs} nowMs={page.context.clock.now()} />.
    </p>
  )
}
