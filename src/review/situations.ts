import situations from '../../fixtures/review/situations.json' with { type: 'json' }
import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import { BoundedMap } from './bounded-map.ts'
import { type Exchange, readTextMember } from './exchange.ts'

/** The name of a situation in which a client should be tested, as in fixtures/review/situations.json. */
export type Situation = keyof typeof situations

/** The situations that the review recognises by an error code alone. */
const situationByErrorCode = new Map<string, Situation>()
for (const [situation, facts] of Object.entries(situations))
  if ('codes' in facts) for (const code of facts.codes) situationByErrorCode.set(code, situation as Situation)

/** Recognises the situations that the clients of one account meet. */
export class SituationRecogniser {
  readonly #countSituation: (situation: Situation) => void
  /** The status of each tracker when a client last read it, by the tracker's id. */
  readonly #trackerStatuses = new BoundedMap<string, string>()
  /** The ids of keys with which a request has succeeded. */
  readonly #workingKeys = new BoundedMap<string, true>(100)
  /** The latest key with which a request has succeeded. */
  #latestWorkingKey: Exchange['key'] = null

  /** `countSituation` is called each time that a client meets a situation. */
  constructor(countSituation: (situation: Situation) => void) {
    this.#countSituation = countSituation
  }

  observeExchange(exchange: Exchange): void {
    const { errorCode, key, status } = exchange
    if (exchange.isLost || exchange.fault !== null) this.#recogniseLossOrFault(exchange)
    // The client never received a lost response, so nothing in it counts.
    if (exchange.isLost) return
    if (errorCode !== null) {
      const situation = situationByErrorCode.get(errorCode)
      if (situation !== undefined) this.#countSituation(situation)
      if (status >= 500) this.#countSituation('server_error')
      if (key !== null && this.#workingKeys.has(key.id)) this.#recogniseRefusedKey(errorCode)
    } else if (exchange.wasCarriedOut) {
      if (key !== null && key !== this.#latestWorkingKey) {
        this.#latestWorkingKey = key
        this.#workingKeys.set(key.id, true)
      }
      this.#recogniseSuccess(exchange)
    }
  }

  observeAttempt({ fault, isRedelivery }: Attempt): void {
    if (fault === 'bad_signature') this.#countSituation('webhook_signature_wrong')
    else if (fault === 'drop') this.#countSituation('webhook_dropped')
    if (isRedelivery) this.#countSituation('webhook_redelivered')
  }

  #recogniseLossOrFault({ fault, isLost, wasCarriedOut, operation }: Exchange): void {
    if (isLost && wasCarriedOut && operation?.name === 'buyLabel')
      this.#countSituation('purchase_response_lost')
    if (fault?.mode === 'garbage') this.#countSituation('response_garbled')
    else if (fault?.mode === 'empty') this.#countSituation('response_empty')
    else if (isLost && !wasCarriedOut) this.#countSituation('request_lost')
    // The mode of the fault decides, not the time that the response took: a response can also be slow because the
    // machine is busy.
    if (fault?.mode === 'latency' || fault?.mode === 'slow_body') this.#countSituation('response_slow')
  }

  #recogniseRefusedKey(errorCode: string): void {
    if (errorCode === 'AUTH.KEY.REVOKED') this.#countSituation('key_revoked_under_way')
    else if (errorCode === 'AUTH.KEY.EXPIRED') this.#countSituation('key_expired_under_way')
  }

  #recogniseSuccess(exchange: Exchange): void {
    switch (exchange.operation?.name) {
      case 'createRates':
        this.#recogniseQuote(exchange)
        return
      case 'validateAddress':
        if (!exchange.hasAsciiRequest()) this.#countSituation('address_not_ascii')
        return
      case 'buyLabel':
        if (exchange.key?.environment === 'live') this.#countSituation('purchase_live')
        return
      case 'voidLabel':
        this.#countSituation('label_voided')
        return
      case 'downloadLabel':
      case 'downloadSandboxLabel':
        this.#countSituation('pdf_downloaded')
        return
      case 'getBatch':
        this.#recogniseBatchStatus(exchange.responseText())
        return
      case 'registerTracker':
      case 'getTracker':
        this.#recogniseTrackerChange(exchange.parseResponse())
    }
  }

  #recogniseQuote(exchange: Exchange): void {
    const { rates, failed_carriers } = Object(exchange.parseResponse())
    if (Array.isArray(failed_carriers) && failed_carriers.length > 0) this.#countSituation('carrier_failed')
    if (Array.isArray(rates) && rates.some((rate) => readTextMember(rate, 'account_type') === 'byoa'))
      this.#countSituation('own_carrier_quoted')
    if (!exchange.hasAsciiRequest()) this.#countSituation('address_not_ascii')
    const request = Object(exchange.parseRequest())
    if (readTextMember(request.from_address, 'country') !== readTextMember(request.to_address, 'country'))
      this.#countSituation('address_abroad')
  }

  #recogniseBatchStatus(response: string): void {
    if (response.includes('"status":"completed"')) this.#countSituation('batch_completed')
    if (response.includes('"status":"failed"')) this.#countSituation('batch_partly_failed')
  }

  #recogniseTrackerChange(response: unknown): void {
    const id = readTextMember(response, 'id')
    const status = readTextMember(response, 'status')
    if (id === undefined || status === undefined) return
    const before = this.#trackerStatuses.get(id)
    if (before !== undefined && before !== status) this.#countSituation('tracker_changed')
    this.#trackerStatuses.set(id, status)
  }
}
