import { changeSuccesses, type Json } from '../../variations/json-responses.ts'
import { isObject } from '../http/fields.ts'
import type { Alteration } from './mutant.ts'

/** The carriers of the simulator, which is the correct service in the proof of the suite. The specification names no carriers. */
export const carrierNames: readonly string[] = ['DHL', 'FedEx', 'UPS', 'USPS']

/** The rates in a rates response. */
export type Rates = readonly Readonly<Record<string, unknown>>[]

/** Returns the rates in the body of a rates response; empty if there are none. */
export const ratesOf = (json: Json): Rates =>
  Array.isArray(json['rates']) ? json['rates'].filter(isObject) : []

/** Creates an alteration that changes rates responses. `change` returns new rates, or the fields to replace. */
export function changeRates(change: (list: Rates, json: Json) => Json | Rates | undefined): Alteration {
  return changeSuccesses('createRates', (json) => {
    const changed = change(ratesOf(json), json)
    if (changed === undefined) return undefined
    return Array.isArray(changed) ? { ...json, rates: changed } : { ...json, ...changed }
  })
}
