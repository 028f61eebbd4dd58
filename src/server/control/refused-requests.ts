import { toTimestamp } from '../../simulator/time/timestamp.ts'
import type { AnswerTo, ControlRoute } from './route.ts'

/** Requests that the host guard refused, which are in no account's request log. Drydock's addition to the protocol. */
export const refusedRequestsRoute: ControlRoute = {
  method: 'GET',
  path: '/refused',
  run: ({ foreign, conceal }): AnswerTo<'GET /refused'> => ({
    status: 200,
    body: {
      count: foreign.count,
      refused: foreign.latest().map(({ id, atMs, method, path, host, origin }) => ({
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
