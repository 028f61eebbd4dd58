import { BoundedMap } from '../../bounded-map.ts'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

const reportedRequests = 20

/** A new process takes longer to start. */
const shortPauseMs = 30

export const connectionNotKept: Finding = {
  id: 'CONNECTION-NOT-KEPT',
  severity: 'note',
  title: 'The client opened a new connection for each request.',
  means:
    'Twenty requests in a row with one key each came on a new connection, asked to close it (Connection: close), and began ' +
    'less than 30 ms after the response before. So one process sent them.',
  advice: 'Keep connections open: use an agent with keepAlive, a session or a pool of your HTTP client.',
  why: 'Over TLS each new connection costs two or three round trips, but the requests succeed.',
  open: (report) => {
    const streaks = new BoundedMap<string, { readonly ids: readonly string[]; readonly endMs: number }>()
    return {
      get isIdle() {
        return streaks.size === 0
      },
      exchange(exchange) {
        const { key, id, startMs, endMs } = exchange
        if (key === null) return
        if (!isSingle(exchange)) {
          streaks.delete(key.id)
          return
        }
        const before = streaks.get(key.id)
        const pauseMs = before === undefined ? -1 : startMs - before.endMs
        const isNext = before !== undefined && pauseMs >= 0 && pauseMs < shortPauseMs
        const ids = isNext ? [...before.ids, id] : [id]
        if (ids.length >= reportedRequests) report(...ids)
        streaks.set(key.id, { ids: ids.length >= reportedRequests ? [] : ids, endMs })
      },
    }
  },
}

/** Whether a request came alone on its connection, because the client wants it so. */
function isSingle(exchange: Exchange): boolean {
  if (exchange.connection.count !== 1) return false
  return exchange.requestHeader('connection')?.toLowerCase() === 'close'
}
