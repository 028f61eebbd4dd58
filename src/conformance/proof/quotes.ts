import { changeSuccesses, type Json } from '../../variations/json-responses.ts'
import { isObject } from '../http/fields.ts'
import type { Alteration } from './mutant.ts'

/** The carriers of the simulator, which is the good service of the proof. The specification names none. */
export const carrierNames: readonly string[] = ['DHL', 'FedEx', 'UPS', 'USPS']

/** The rates of a quote. */
export type Rates = readonly Readonly<Record<string, unknown>>[]

/** Returns the rates in the response to a quote. */
export const ratesOf = (json: Json): Rates =>
  Array.isArray(json['rates']) ? json['rates'].filter(isObject) : []

/** Creates an alteration that changes the rates of quotes, and may change their failed carriers. */
export function changeRates(change: (list: Rates, json: Json) => Json | Rates | undefined): Alteration {
  return changeSuccesses('createRates', (json) => {
    const changed = change(ratesOf(json), json)
    if (changed === undefined) return undefined
    return Array.isArray(changed) ? { ...json, rates: changed } : { ...json, ...changed }
  })
}
