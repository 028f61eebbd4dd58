import type { LoggedRequest } from '../simulator/requests/request-log.ts'

/** An exchange for an observer. In its own file so that the library's types do not depend on HTTP. */
export type ServedExchange = Omit<LoggedRequest, 'keyId' | 'requestHeaders' | 'responseHeaders'>
