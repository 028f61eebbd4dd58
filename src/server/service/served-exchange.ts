import type { LoggedRequest } from '../../simulator/requests/request-log.ts'

/** An exchange for an observer. It has its own file, so that the types of the library do not depend on HTTP. */
export type ServedExchange = Omit<LoggedRequest, 'keyId' | 'requestHeaders' | 'responseHeaders'>

/** A time in which one piece of work blocked the event loop, for an observer. */
export interface ServedHold {
  /** When the blocked time ended, in real time. */
  readonly atMs: number
  readonly heldMs: number
  /** The method of the request that blocked the event loop; null if it was other work. */
  readonly method: string | null
  readonly path: string | null
}
