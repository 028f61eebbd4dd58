import { BoundedMap } from '../../bounded-map.ts'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

const minReportedRequests = 20

const shortPauseMs = 30

/** A shorter pause shows that one process sends both requests: a new process seldom sends its first request so soon. */
const veryShortPauseMs = 2

/** Requests with one key in a row, each on a new connection and soon after the response to the request before. */
interface Streak {
  readonly ids: readonly string[]
  /** The number of requests that came less than 2 ms after the response before. */
  readonly veryShortPauses: number
  readonly endMs: number
}

export const connectionNotKept: Finding = {
  id: 'CONNECTION-NOT-KEPT',
  severity: 'note',
  title:
    'The client opened a new connection for each of twenty requests in a row, with the header Connection: close.',
  means:
    'Twenty requests in a row with one key each came on a new connection, asked to close it (Connection: close), and began ' +
    'less than 30 ms after the response before it, ten of them less than 2 ms. One process or several ' +
    'may have sent them.',
  advice:
    'If one process sends them, keep connections open: use an agent with keepAlive, a session or a pool of your HTTP ' +
    'client. Separate processes need no change.',
  why: 'Over TLS each new connection costs two or three round trips, but the requests succeed.',
  createWatcher: (report) => {
    const streaks = new BoundedMap<string, Streak>()
    return {
      get isIdle() {
        return streaks.size === 0
      },
      observeExchange(exchange) {
        const { key, id, startMs, endMs } = exchange
        if (key === null) return
        if (!isOnlyRequestOnConnection(exchange)) {
          streaks.delete(key.id)
          return
        }
        const before = streaks.get(key.id)
        const pauseMs = before === undefined ? -1 : startMs - before.endMs
        const isNext = before !== undefined && pauseMs >= 0 && pauseMs < shortPauseMs
        const { ids, veryShortPauses } = isNext ? before : { ids: [], veryShortPauses: 0 }
        const streak = {
          ids: [...ids, id],
          veryShortPauses: veryShortPauses + (isNext && pauseMs < veryShortPauseMs ? 1 : 0),
          endMs,
        }
        const isFull = streak.ids.length === minReportedRequests
        if (isFull && streak.veryShortPauses >= minReportedRequests / 2) report(...streak.ids)
        streaks.set(key.id, isFull ? { ids: [], veryShortPauses: 0, endMs } : streak)
      },
    }
  },
}

/** Whether a request is the first on its connection and asks to close it. */
function isOnlyRequestOnConnection(exchange: Exchange): boolean {
  if (!exchange.isFirstOnConnection) return false
  return exchange.requestHeader('connection')?.toLowerCase() === 'close'
}
