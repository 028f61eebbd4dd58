import { toTimestamp } from '../../simulator/time/timestamp.ts'
import type { ControlRoute, ResponseTo } from './route.ts'

/**
 * Lists requests that the host guard refused, which no account's request log contains. This call is Drydock's addition
 * to the protocol.
 */
export const refusedRequestsRoute: ControlRoute = {
  method: 'GET',
  path: '/refused',
  run: ({ foreign, conceal }): ResponseTo<'GET /refused'> => ({
    status: 200,
    body: {
      count: foreign.count,
      refused: foreign.listLatest().map(({ id, atMs, method, path, host, origin }) => ({
        id,
        at: toTimestamp(atMs),
        method,
        path: conceal(path),
        host: host === null ? null : conceal(host),
        origin: origin === null ? null : conceal(origin),
      })),
    },
  }),
}
