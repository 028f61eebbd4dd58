import table from '../../fixtures/review/situations.json' with { type: 'json' }
import type { Attempt } from '../simulator/watching/simulator-observer.ts'
import { BoundedMap } from './bounded-map.ts'
import { type Exchange, textIn } from './exchange.ts'

/** A situation that a client should be tested in, by its name in fixtures/review/situations.json. */
export type Situation = keyof typeof table

/** The situations that an error code alone shows. */
const byCode = new Map<string, Situation>()
for (const [situation, facts] of Object.entries(table))
  if ('codes' in facts) for (const code of facts.codes) byCode.set(code, situation as Situation)

/** Recognises the situations of one account. */
export class SituationReader {
  readonly #meet: (situation: Situation) => void
  /** The status of each tracker when it was last read. */
  readonly #trackers = new BoundedMap<string, string>()
  /** Keys that a request has succeeded with. */
  readonly #goodKeys = new BoundedMap<string, true>(100)
  /** The latest of them. */
  #goodKey: Exchange['key'] = null

  /** `meet` is called once for each occurrence. */
  constructor(meet: (situation: Situation) => void) {
    this.#meet = meet
  }

  exchange(exchange: Exchange): void {
    const { errorCode, key, status } = exchange
    if (exchange.isLost || exchange.fault !== null) this.#broken(exchange)
    // A client has not met what it never received.
    if (exchange.isLost) return
    if (errorCode !== null) {
      const situation = byCode.get(errorCode)
      if (situation !== undefined) this.#meet(situation)
      if (status >= 500) this.#meet('server_error')
      if (key !== null && this.#goodKeys.has(key.id)) this.#lostKey(errorCode)
    } else if (exchange.wasCarriedOut) {
      if (key !== null && key !== this.#goodKey) {
        this.#goodKey = key
        this.#goodKeys.set(key.id, true)
      }
      this.#succeeded(exchange)
    }
  }

  attempt({ fault, isRedelivery }: Attempt): void {
    if (fault === 'bad_signature') this.#meet('webhook_signature_wrong')
    else if (fault === 'drop') this.#meet('webhook_dropped')
    if (isRedelivery) this.#meet('webhook_redelivered')
  }

  #broken({ fault, isLost, wasCarriedOut, operation }: Exchange): void {
    if (isLost && wasCarriedOut && operation?.name === 'buyLabel') this.#meet('purchase_response_lost')
    if (isLost && !wasCarriedOut) this.#meet('request_lost')
    if (fault?.mode === 'garbage') this.#meet('response_garbled')
    if (fault?.mode === 'empty') this.#meet('response_empty')
    // The fault decides, not the time: a busy machine is no test of the app.
    if (fault?.mode === 'latency' || fault?.mode === 'slow_body') this.#meet('response_slow')
  }

  #lostKey(errorCode: string): void {
    if (errorCode === 'AUTH.KEY.REVOKED') this.#meet('key_revoked_under_way')
    else if (errorCode === 'AUTH.KEY.EXPIRED') this.#meet('key_expired_under_way')
  }

  #succeeded(exchange: Exchange): void {
    switch (exchange.operation?.name) {
      case 'createRates':
        this.#quoted(exchange)
        return
      case 'validateAddress':
        if (!exchange.isAscii()) this.#meet('address_not_ascii')
        return
      case 'buyLabel':
        if (exchange.key?.environment === 'live') this.#meet('purchase_live')
        return
      case 'voidLabel':
        this.#meet('label_voided')
        return
      case 'downloadLabel':
      case 'downloadSandboxLabel':
        this.#meet('pdf_downloaded')
        return
      case 'getBatch':
        this.#readBatch(exchange.responseText())
        return
      case 'registerTracker':
      case 'getTracker':
        this.#readTracker(exchange.response())
    }
  }

  #quoted(exchange: Exchange): void {
    const response = exchange.responseText()
    if (response.includes('"failed_carriers":[{')) this.#meet('carrier_failed')
    if (response.includes('"account_type":"byoa"')) this.#meet('own_carrier_quoted')
    if (!exchange.isAscii()) this.#meet('address_not_ascii')
    const request = Object(exchange.request())
    if (textIn(request.from_address, 'country') !== textIn(request.to_address, 'country'))
      this.#meet('address_abroad')
  }

  #readBatch(response: string): void {
    if (response.includes('"status":"completed"')) this.#meet('batch_completed')
    if (response.includes('"status":"failed"')) this.#meet('batch_partly_failed')
  }

  #readTracker(response: unknown): void {
    const id = textIn(response, 'id')
    const status = textIn(response, 'status')
    if (id === undefined || status === undefined) return
    const before = this.#trackers.get(id)
    if (before !== undefined && before !== status) this.#meet('tracker_changed')
    this.#trackers.set(id, status)
  }
}
