import { setTimeout as pause } from 'node:timers/promises'
import type { AccountControls } from '../../src/client/account.ts'
import type { RequestFilter } from '../../src/client/requests.ts'
import type { RequestEntry } from '../../src/simulator/bodies/control/requests.ts'
import { followsWallClock } from './account-time.ts'

const pollIntervalMs = 300

interface FollowedRequest {
  readonly entry: RequestEntry
  /** Whether the account's clock shows the same time as the machine's. */
  readonly isWallTime: boolean
}

/**
 * Yields the account's requests as they are logged, oldest first, until the signal is aborted. Begins with the requests
 * since the filter's time, or with the next request.
 */
export async function* followLog(
  account: AccountControls,
  { filter, signal }: { readonly filter: RequestFilter; readonly signal: AbortSignal },
): AsyncGenerator<FollowedRequest> {
  let since = filter.since ?? (await account.clock.now())
  let seen: ReadonlySet<string> =
    filter.since === undefined
      ? collectIds(await account.requests.list({ ...filter, since }))
      : new Set<string>()
  while (!signal.aborted) {
    const entries = await account.requests.list({ ...filter, since })
    const fresh = entries.filter(({ id }) => !seen.has(id)).reverse()
    const isWallTime = fresh.length === 0 || followsWallClock(await account.clock.get())
    for (const entry of fresh) yield { entry, isWallTime }
    seen = collectIds(entries)
    // While the clock is frozen, many requests have the same time, so the next call reads all requests since the newest
    // time again. A reset or a snapshot may set the clock back. Then `since` must go back, too, or no new request would
    // match.
    since = entries[0]?.at ?? pickEarlierTime(since, await account.clock.now())
    await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined)
  }
}

function collectIds(entries: readonly RequestEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => id))
}

function pickEarlierTime(a: string, b: string): string {
  return Date.parse(a) <= Date.parse(b) ? a : b
}
