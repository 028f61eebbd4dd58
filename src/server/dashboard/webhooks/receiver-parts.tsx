import { Badge } from '../../pages/components/badge.tsx'
import { receiverPath } from '../../webhooks/received-events.ts'
import { ActionForm } from '../action-form.tsx'
import { countText } from '../money/money.ts'
import type { PageProps, PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'

/** Returns the URL of the account's own receiver in the simulator. */
function receiverUrl({ server, context }: PageRequest): string {
  return server.localUrl() + receiverPath(context.id)
}

/** Offers a receiver with one click to users who have none yet. */
export function ReceiveHere({ page }: PageProps) {
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

/** Returns how often the simulator's own receiver got each body with a valid signature, by the body. */
export function receivedBodies({ server, context }: PageRequest): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { body } of server.received.of(context).events) times.set(body, (times.get(body) ?? 0) + 1)
  return times
}

/** Shows that the simulator's own receiver verified a delivery, and whether it came again; nothing for another receiver. */
export function ReceivedBadge({ times }: { readonly times: number }) {
  if (times === 0) return null
  return (
    <>
      <Badge tone="good">verified here</Badge>
      {times === 1 ? null : <Badge tone="warn">{countText(times)} times</Badge>}
    </>
  )
}

/** Reports events that the simulator's own receiver refused; renders nothing if there are none. */
export function RefusedHere({ page }: PageProps) {
  const { refused, refusedAtMs } = page.server.received.of(page.context)
  if (refusedAtMs === null) return null
  return (
    <p>
      <Badge tone="bad">{refused} refused</Badge> The signature was not this account's, so the response was
      401. The latest came <Instant atMs={refusedAtMs} nowMs={page.context.clock.now()} />.
    </p>
  )
}
