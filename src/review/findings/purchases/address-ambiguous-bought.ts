import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, textIn } from '../../exchange.ts'
import type { Finding, FindingWatcher, Report } from '../../finding.ts'

export const addressAmbiguousBought: Finding = {
  id: 'ADDRESS-AMBIGUOUS-BOUGHT',
  severity: 'warning',
  title: 'The client bought a label to an ambiguous address without a choice among the suggestions.',
  means:
    'The client received ADDRESS.VALIDATION.AMBIGUOUS for an address. Then it asked with the same key, on the same ' +
    'connection, for rates to the very same address, which was none of the suggestions, and bought one of these rates. It is not reported if a fault made ' +
    'the error, and a magic value makes only an address with the same name ambiguous.',
  advice: 'Let the user choose one of error.suggestions, and send the chosen address to POST /v1/rates.',
  why: 'The label is paid for, and the parcel may go to another house.',
  open: (report) => new AmbiguousAddresses(report),
}

class AmbiguousAddresses implements FindingWatcher {
  readonly operations = ['validateAddress', 'createRates', 'buyLabel'] as const
  readonly #report: Report
  /** The request that found an address ambiguous, by key and address. */
  readonly #validations = new BoundedMap<string, Pick<Exchange, 'id' | 'endMs' | 'connection'>>()
  /** The requests that show how a rate got an ambiguous address. */
  readonly #rates = new BoundedMap<string, readonly string[]>()

  constructor(report: Report) {
    this.#report = report
  }

  get isIdle(): boolean {
    return this.#validations.size === 0 && this.#rates.size === 0
  }

  exchange(exchange: Exchange): void {
    const name = exchange.operation?.name
    if (name === 'validateAddress') this.#validated(exchange)
    else if (name === 'createRates' && this.#validations.size > 0) this.#quoted(exchange)
    else if (name === 'buyLabel' && this.#rates.size > 0 && exchange.wasCarriedOut) this.#bought(exchange)
  }

  #validated(exchange: Exchange): void {
    const { id, endMs, connection } = exchange
    // A fault says nothing about the address.
    const isAmbiguous = exchange.errorCode === 'ADDRESS.VALIDATION.AMBIGUOUS' && exchange.fault === null
    if (!isAmbiguous && this.#validations.size === 0) return
    const address = addressText(exchange.request())
    const validation = `${exchange.key?.id} ${address}`
    if (!isAmbiguous) this.#validations.delete(validation)
    else if (!exchange.isLost && !suggestionsIn(exchange.response()).includes(address))
      this.#validations.set(validation, { id, endMs, connection })
  }

  #quoted(exchange: Exchange): void {
    if (!exchange.wasCarriedOut) return
    const address = addressText(Object(exchange.request()).to_address)
    const validation = this.#validations.get(`${exchange.key?.id} ${address}`)
    if (validation === undefined || !exchange.follows(validation)) return
    const { rates } = Object(exchange.response())
    if (!Array.isArray(rates)) return
    for (const rate of rates) {
      const rateId = textIn(rate, 'id')
      if (rateId !== undefined) this.#rates.set(rateId, [validation.id, exchange.id])
    }
  }

  #bought(exchange: Exchange): void {
    const shown = this.#rates.get(textIn(exchange.request(), 'rate_id') ?? '')
    if (shown !== undefined) this.#report(...shown, exchange.id)
  }
}

/** Returns an address in a form that is the same for the same place. A name counts only with a magic value. */
function addressText(address: unknown): string {
  const parts = ['street1', 'street2', 'city', 'state', 'zip', 'country'].map((name) => textIn(address, name))
  const name = textIn(address, 'name')
  const all = name?.includes('sim:') ? [...parts, name] : parts
  return all.map((part) => part?.trim().toLowerCase() ?? '').join('\n')
}

function suggestionsIn(response: unknown): readonly string[] {
  const { suggestions } = Object(Object(response).error)
  return Array.isArray(suggestions) ? suggestions.map(addressText) : []
}
