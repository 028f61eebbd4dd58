import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { redactSecrets } from '../redact.ts'
import type { ControlRoute } from './route.ts'

/** What the host guard turned away, which no account's request log has: an addition to the protocol of our own. */
export const refused: ControlRoute = {
  method: 'GET',
  path: '/refused',
  run: ({ foreign }) => ({
    status: 200,
    body: {
      count: foreign.count,
      refused: foreign.latest().map(({ id, atMs, method, path, host, origin }) => ({
        id,
        at: toTimestamp(atMs),
        method,
        path: redactSecrets(path),
        host: host === null ? null : redactSecrets(host),
        origin: origin === null ? null : redactSecrets(origin),
      })),
    },
  }),
}
