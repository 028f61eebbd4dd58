import type { Service } from './carrier.ts'
import type { Route } from './route.ts'

/** Whether rates for a route include a service: its scope, its countries and its kind of recipient fit the route. */
export function isServiceOffered(service: Service, route: Route): boolean {
  if (service.scope !== route.scope) return false
  if (service.toResidential !== undefined && service.toResidential !== route.residential) return false
  return connectsCountries(service, route)
}

/** Whether a service runs between the countries of a route. A service without country groups always does. */
export function connectsCountries({ countryGroups }: Service, { fromCountry, toCountry }: Route): boolean {
  if (countryGroups === undefined) return true
  return countryGroups.some((group) => group.includes(fromCountry) && group.includes(toCountry))
}
