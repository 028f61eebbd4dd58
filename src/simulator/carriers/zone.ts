import type { ZoneChart } from './carrier-facts.ts'
import type { Route } from './route.ts'

/** Returns the index of a carrier's price zone for a route: by distance, or the last zone for a remote state. */
export function findPriceZone(chart: ZoneChart, route: Route): number {
  if (hasRemoteEnd(chart, route)) return chart.maxMiles.length + 1
  const { maxMiles } = chart
  let zone = 0
  while (zone < maxMiles.length && route.miles > (maxMiles[zone] ?? 0)) zone += 1
  return zone
}

function hasRemoteEnd({ remoteStates }: ZoneChart, { fromState, toState }: Route): boolean {
  if (fromState === undefined || toState === undefined || fromState === toState) return false
  return remoteStates.includes(fromState) || remoteStates.includes(toState)
}
