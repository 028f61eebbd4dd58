import type { LoggedRequest } from '../simulator/requests/request-log.ts'

/** One exchange, as a person watching the simulator is told of it. Apart, so that the library's types know no HTTP. */
export type ServedExchange = LoggedRequest
