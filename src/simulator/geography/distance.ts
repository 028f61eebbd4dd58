/** A place on the globe, in degrees: north and east are positive. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const earthRadiusMiles = 3958.8

/** Returns miles between two points along the great circle. */
export function milesBetween(a: Point, b: Point): number {
  const halfLatitude = radians(b.latitude - a.latitude) / 2
  const halfLongitude = radians(b.longitude - a.longitude) / 2
  const haversine =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(halfLongitude) ** 2
  // For opposite points rounding can give one bit more than 1; the root brings it back to 1, so the arcsine has a value.
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(haversine))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
