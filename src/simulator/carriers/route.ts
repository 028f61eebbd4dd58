import { isResidential } from '../addresses/kind.ts'
import { computeMiles } from '../geography/distance.ts'
import { locateAddress } from '../geography/locate.ts'
import { findZipRegion } from '../geography/zip-regions.ts'
import type { Address } from '../specification/model.ts'
import type { Scope } from './carrier.ts'

/** The facts about a sender's and a recipient's address that a price depends on. States are known only in the US. */
export interface Route {
  readonly scope: Scope
  readonly miles: number
  readonly residential: boolean
  readonly fromCountry: string
  readonly toCountry: string
  readonly fromState: string | undefined
  readonly toState: string | undefined
}

interface Memo {
  readonly from: Address
  readonly route: Route
}

// A cache of routes: all carriers and carrier accounts of one rates request price the same two addresses.
const memos = new WeakMap<Address, Memo>()

/** Returns the route between two addresses, even if they cannot be delivered to (choices 23). */
export function findRoute(from: Address, to: Address): Route {
  const memo = memos.get(to)
  if (memo?.from === from) return memo.route
  const route = measureRoute(from, to)
  memos.set(to, { from, route })
  return route
}

function measureRoute(from: Address, to: Address): Route {
  const fromCountry = normaliseCountryCode(from)
  const toCountry = normaliseCountryCode(to)
  return {
    scope: fromCountry === toCountry ? 'domestic' : 'international',
    miles: computeMiles(locateAddress(from), locateAddress(to)),
    residential: isResidential(to),
    fromCountry,
    toCountry,
    fromState: findStateCode(from, fromCountry),
    toState: findStateCode(to, toCountry),
  }
}

function normaliseCountryCode(address: Address): string {
  return address.country.trim().toUpperCase()
}

function findStateCode(address: Address, country: string): string | undefined {
  if (country !== 'US') return undefined
  return findZipRegion(address.zip.trim())?.state ?? address.state.trim().toUpperCase()
}
