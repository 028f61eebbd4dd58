import table from '../../../fixtures/geography/zip-regions.json' with { type: 'json' }

/** The area of a three-digit ZIP prefix, with the city and coordinates (degrees) of its centre. */
export interface ZipRegion {
  readonly zip3: string
  readonly city: string
  readonly state: string
  readonly latitude: number
  readonly longitude: number
}

const zipShape = /^\d{5}(?:[- ]?\d{4})?$/
const regions = new Map<string, ZipRegion>(
  table.centres.flatMap(({ prefixes, ...centre }) =>
    prefixes.split(' ').map((zip3) => [zip3, { zip3, ...centre }]),
  ),
)
/** The ZIPs that lie in another state than the other ZIPs with their first three digits. */
const regionsOfSingleZips = new Map<string, ZipRegion>(
  table.strays.flatMap(({ zips, ...centre }) =>
    zips.split(' ').map((zip) => [zip, { zip3: zip.slice(0, 3), ...centre }]),
  ),
)

/**
 * Returns the region of a five-digit ZIP or a ZIP+4; undefined for another shape or an unassigned prefix. A ZIP has a
 * region of its own if it lies in another state or territory than the other ZIPs of its prefix.
 */
export function findZipRegion(zip: string): ZipRegion | undefined {
  if (!zipShape.test(zip)) return undefined
  return regionsOfSingleZips.get(zip.slice(0, 5)) ?? regions.get(zip.slice(0, 3))
}
