import { BoundedMap } from '../../bounded-map.ts'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** The review reports a request after this many sends: the first one and three retries. */
const minReportedSends = 4

/** A client that waits on purpose before a retry waits at least this long. */
const minWaitMs = 10

/** The last failed request of a key, with the ids of the equal requests directly before it. */
interface Failures {
  readonly fingerprint: string
  readonly ids: readonly string[]
  readonly endMs: number
  readonly atMs: number
  readonly connection: Exchange['connection']
}

export const serverErrorHammered: Finding = {
  id: 'SERVER-ERROR-HAMMERED',
  severity: 'warning',
  title:
    'The client repeated a request with a body almost at once after the service had responded with a server error.',
  means:
    'The same request with a body was sent at least four times in a row with one key on one connection. Each received a status of 500 or above, ' +
    'and the next one came less than 10 ms later. Requests without a body, such as GET, do not count: several parts of an app may read the same. It does not matter what caused the errors, such as a fault. A control call ' +
    'that changes the account begins the count again.',
  advice: 'Wait before each retry, twice as long each time and with a random part, and stop after a few.',
  why: 'A service that has problems receives many times its usual load, and the retries end before it can recover.',
  createWatcher: (report) => {
    const failures = new BoundedMap<string, Failures>()
    return {
      get isIdle() {
        return failures.size === 0
      },
      observeSettingsChange: () => failures.clear(),
      observeExchange(exchange) {
        const { key, status, id, startMs, endMs, atMs, connection } = exchange
        if (key === null) return
        if (status < 500 || exchange.isLost || exchange.requestBytes === 0) {
          failures.delete(key.id)
          return
        }
        const before = failures.get(key.id)
        const fingerprint = exchange.hashRequest()
        const isRetry =
          before?.fingerprint === fingerprint &&
          exchange.isReactionTo(before) &&
          startMs - before.endMs < minWaitMs &&
          // A test may move the clock of the account instead of waiting.
          atMs - before.atMs < minWaitMs + endMs - startMs
        const ids = isRetry ? [...before.ids, id] : [id]
        failures.set(key.id, { fingerprint, ids: ids.slice(-minReportedSends), endMs, atMs, connection })
        if (ids.length === minReportedSends) report.asReaction(...ids)
        else if (ids.length > minReportedSends) report.asReaction(id)
      },
    }
  },
}
