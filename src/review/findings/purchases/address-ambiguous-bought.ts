import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, readTextMember } from '../../exchange.ts'
import type { Finding, FindingWatcher, Report } from '../../finding.ts'

export const addressAmbiguousBought: Finding = {
  id: 'ADDRESS-AMBIGUOUS-BOUGHT',
  severity: 'warning',
  title: 'The client bought a label to an ambiguous address and chose none of the suggestions.',
  means:
    'The client received ADDRESS.VALIDATION.AMBIGUOUS for an address. Then it asked with the same key, on the same ' +
    'connection, for rates to the very same address, which was none of the suggestions, and bought one of these rates. It is not reported if a fault caused ' +
    'the error. If a magic value in the name caused it, only an address with the same name counts as the same.',
  advice: 'Let the user choose one of error.suggestions, and send the chosen address to POST /v1/rates.',
  why: 'The client pays for the label, but the parcel may go to another house.',
  createWatcher: (report) => new AmbiguousAddresses(report),
}

class AmbiguousAddresses implements FindingWatcher {
  readonly operations = ['validateAddress', 'createRates', 'buyLabel'] as const
  readonly #report: Report
  /** The validation that found an address ambiguous, by key and address. */
  readonly #validations = new BoundedMap<string, Pick<Exchange, 'id' | 'endMs' | 'connection'>>()
  /** For each rate to an ambiguous address, by rate id: the ids of the validation and of the rates request. */
  readonly #rates = new BoundedMap<string, readonly string[]>()

  constructor(report: Report) {
    this.#report = report
  }

  get isIdle(): boolean {
    return this.#validations.size === 0 && this.#rates.size === 0
  }

  observeExchange(exchange: Exchange): void {
    const name = exchange.operation?.name
    if (name === 'validateAddress') this.#noteValidation(exchange)
    else if (name === 'createRates' && this.#validations.size > 0) this.#noteQuote(exchange)
    else if (name === 'buyLabel' && this.#rates.size > 0 && exchange.wasCarriedOut)
      this.#checkPurchase(exchange)
  }

  #noteValidation(exchange: Exchange): void {
    const { id, endMs, connection } = exchange
    // If a fault caused the error, the address may be unambiguous.
    const isAmbiguous = exchange.errorCode === 'ADDRESS.VALIDATION.AMBIGUOUS' && exchange.fault === null
    if (!isAmbiguous && this.#validations.size === 0) return
    const address = formatComparableAddress(exchange.parseRequest())
    const validation = `${exchange.key?.id} ${address}`
    if (!isAmbiguous) this.#validations.delete(validation)
    else if (!exchange.isLost && !readSuggestions(exchange.parseResponse()).includes(address))
      this.#validations.set(validation, { id, endMs, connection })
  }

  #noteQuote(exchange: Exchange): void {
    if (!exchange.wasCarriedOut) return
    const address = formatComparableAddress(Object(exchange.parseRequest()).to_address)
    const validation = this.#validations.get(`${exchange.key?.id} ${address}`)
    if (validation === undefined || !exchange.isReactionTo(validation)) return
    const { rates } = Object(exchange.parseResponse())
    if (!Array.isArray(rates)) return
    for (const rate of rates) {
      const rateId = readTextMember(rate, 'id')
      if (rateId !== undefined) this.#rates.set(rateId, [validation.id, exchange.id])
    }
  }

  #checkPurchase(exchange: Exchange): void {
    const requestIds = this.#rates.get(readTextMember(exchange.parseRequest(), 'rate_id') ?? '')
    if (requestIds !== undefined) this.#report(...requestIds, exchange.id)
  }
}

/**
 * Returns an address as a text that is equal for two spellings of the same place. It contains the name only if the name
 * has a magic value.
 */
function formatComparableAddress(address: unknown): string {
  const parts = ['street1', 'street2', 'city', 'state', 'zip', 'country'].map((name) =>
    readTextMember(address, name),
  )
  const name = readTextMember(address, 'name')
  const all = name?.includes('sim:') ? [...parts, name] : parts
  return all.map((part) => part?.trim().toLowerCase() ?? '').join('\n')
}

function readSuggestions(response: unknown): readonly string[] {
  const { suggestions } = Object(Object(response).error)
  return Array.isArray(suggestions) ? suggestions.map(formatComparableAddress) : []
}
