import { BoundedMap } from '../../bounded-map.ts'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** The first request and three retries. */
const reportedSends = 4

/** A deliberate wait is longer than this. */
const noWaitMs = 10

/** The last failed request of a key, and the same requests directly before it. */
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
  title: 'The client repeated a request after errors of the server without any wait.',
  means:
    'The same request with a body was sent at least four times in a row with one key on one connection. Each received a status of 500 or above, ' +
    'and the next one came less than 10 ms later. The reason of the errors, such as a fault, does not matter. A control call ' +
    'that changes the account begins the count again.',
  advice: 'Wait before each retry, twice as long each time and with a random part, and stop after a few.',
  why: 'A service in trouble receives many times its load, and the retries are over before it can recover.',
  open: (report) => {
    const failures = new BoundedMap<string, Failures>()
    return {
      get isIdle() {
        return failures.size === 0
      },
      settingsChanged: () => failures.clear(),
      exchange(exchange) {
        const { key, status, id, startMs, endMs, atMs, connection } = exchange
        if (key === null) return
        if (status < 500 || exchange.isLost || exchange.requestBytes === 0) {
          failures.delete(key.id)
          return
        }
        const before = failures.get(key.id)
        const fingerprint = exchange.fingerprint()
        const isRetry =
          before?.fingerprint === fingerprint &&
          exchange.follows(before) &&
          startMs - before.endMs < noWaitMs &&
          // A test may move the clock of the account instead of waiting.
          atMs - before.atMs < noWaitMs + endMs - startMs
        const ids = isRetry ? [...before.ids, id] : [id]
        failures.set(key.id, { fingerprint, ids: ids.slice(-reportedSends), endMs, atMs, connection })
        if (ids.length === reportedSends) report(...ids)
        else if (ids.length > reportedSends) report(id)
      },
    }
  },
}
