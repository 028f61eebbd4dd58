import { BoundedMap } from '../../bounded-map.ts'
import type { Finding } from '../../finding.ts'
import { RepeatedRefusals } from '../repeated-refusals.ts'

/**
 * The error codes that an unchanged request gets again each time. Other findings report the codes of keys and voids.
 */
const lastingErrorCodes =
  /^(?:VALIDATION\.|ADDRESS\.VALIDATION\.(?:FAILED|AMBIGUOUS)$|BATCH\.(?:ITEMS|SIZE)\.|LABEL\.(?:ADDRESS|WEIGHT|SERVICE)\.|[A-Z]+\.NOT_FOUND$)/

export const refusalRepeated: Finding = {
  id: 'REFUSAL-REPEATED',
  severity: 'warning',
  title: 'The client sent a refused request again and again without a change.',
  means:
    'The client sent the same request at least three times in a row on one connection, and each time received the same refusal, which no ' +
    'wait can change: invalid data, an unknown id, an undeliverable address. It is not reported if the key sent another ' +
    'request in between, if several clients use the key at once, if the clock was moved, or if the control protocol changed ' +
    'the account.',
  advice:
    'Retry a request only after 429 or a status of 500 or above. Show other refusals to the user or to the operator.',
  why: 'The retries delay the error message and use up the rate limit, but they do no other harm.',
  createWatcher: (report) => {
    const refusals = new RepeatedRefusals(report)
    /** The last refused request with each key, as the text under which `refusals` counts it. */
    const last = new BoundedMap<string, string>()
    const forgetAllRefusals = (): void => {
      refusals.forgetRefusals()
      last.clear()
    }
    return {
      get isIdle() {
        return last.size === 0
      },
      observeExchange(exchange) {
        const { key, errorCode } = exchange
        if (key === null) return
        // A fault may end, so a repeated request may succeed.
        const isRefused =
          errorCode !== null &&
          lastingErrorCodes.test(errorCode) &&
          exchange.decidedBy.length === 0 &&
          // Several workers that share the key may have equal orders.
          !exchange.isKeyShared
        const before = last.get(key.id)
        const subject = isRefused ? `${key.id} ${errorCode} ${exchange.hashRequest()}` : undefined
        if (before !== undefined && before !== subject) {
          refusals.forgetRefusals(before)
          last.delete(key.id)
        }
        if (subject === undefined) return
        last.set(key.id, subject)
        refusals.noteRefusal(subject, exchange)
      },
      observeClockMove: forgetAllRefusals,
      observeSettingsChange: forgetAllRefusals,
    }
  },
}
