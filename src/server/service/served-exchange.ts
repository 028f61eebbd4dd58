import type { LoggedRequest } from '../../simulator/requests/request-log.ts'

/** An exchange for an observer. In its own file so that the library's types do not depend on HTTP. */
export type ServedExchange = Omit<LoggedRequest, 'keyId' | 'requestHeaders' | 'responseHeaders'>

/** A time in which the event loop was held, for an observer. */
export interface ServedHold {
  /** When it ended, in real time. */
  readonly atMs: number
  readonly heldMs: number
  /** The request that held it; null if it was other work. */
  readonly method: string | null
  readonly path: string | null
}
