/** A place on the globe, in degrees: north and east are positive. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const earthRadiusMiles = 3958.8

/** Returns the distance in miles between two points, along the great circle. */
export function computeMiles(a: Point, b: Point): number {
  const halfLatitude = toRadians(b.latitude - a.latitude) / 2
  const halfLongitude = toRadians(b.longitude - a.longitude) / 2
  const haversine =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * Math.sin(halfLongitude) ** 2
  // For opposite points, rounding can make the haversine slightly more than 1; its square root rounds to 1, so the
  // arcsine is defined.
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(haversine))
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
