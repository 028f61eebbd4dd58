import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { ActionForm } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { formatSpan } from './instants.tsx'
import { time } from './time.tsx'

/** Warns that the rate limit cannot refill at `untilMs` while the clock is frozen, and offers to advance the clock. */
export function FrozenLimit({ page, untilMs = 0 }: PageProps & { readonly untilMs: number | undefined }) {
  const { clock } = page.context
  const leftMs = untilMs - clock.now()
  if (clock.mode !== 'frozen' || leftMs <= 0) return null
  const advance = { page: page.forPage(time), action: 'advance', submit: `Advance ${formatSpan(leftMs)}` }
  return (
    <div class="stack">
      <p>
        The clock of this account is frozen, so the rate limit does not refill until you advance the clock.
      </p>
      <ActionForm {...advance} values={{ by: `${Math.ceil(leftMs / 1_000)}s`, back: page.address }} />
    </div>
  )
}

/** Returns when a client may retry a request that the rate limit refused; undefined for any other request. */
export function retryAtMs({ status, atMs, decidedBy, responseHeaders }: LoggedRequest): number | undefined {
  // A fault refuses requests at any time, so waiting does not help.
  if (status !== 429 || decidedBy.length > 0) return undefined
  const at = responseHeaders.findIndex((name) => name.toLowerCase() === 'retry-after')
  return at === -1 ? undefined : atMs + Number(responseHeaders[at + 1]) * 1_000
}
