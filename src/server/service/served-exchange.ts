import type { LoggedRequest } from '../../simulator/requests/request-log.ts'

/**
 * A request and its response, as the callback `onExchange` gets them. This type has a separate file, so that the library's
 * types do not depend on HTTP.
 */
export type ServedExchange = Omit<LoggedRequest, 'keyId' | 'requestHeaders' | 'responseHeaders'>

/** A time in which one piece of work blocked the event loop, as the callback `onHold` gets it. */
export interface ServedHold {
  /** When the blocked time ended, in real time. */
  readonly atMs: number
  readonly heldMs: number
  /** The method of the request that blocked the event loop; null if other work blocked it. */
  readonly method: string | null
  readonly path: string | null
}
