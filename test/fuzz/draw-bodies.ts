import { batchItem, parcel, recipient, sender } from '../support/labels/parcels.ts'
import type { Seeded } from '../support/seeded.ts'

/** Draws an address as the OpenAPI document describes it. */
export function drawAddress(draw: Seeded): object {
  const base = draw.chance(0.5) ? sender : recipient
  return {
    ...base,
    ...(draw.chance(0.2) && { street2: 'Floor 3', company: 'Carver & Co', phone: '+1 512 555 0100' }),
    ...(draw.chance(0.1) && { country: draw.pick(['DE', 'CA', 'GB', 'ZZ']), state: 'BE', zip: '10115' }),
  }
}

export function drawParcel(draw: Seeded): object {
  return draw.chance(0.7)
    ? parcel
    : { weight_oz: draw.pick([0.1, 16, 1_120, 99_999]), length: draw.between(1, 200), width: 8, height: 4.5 }
}

export function drawItems(draw: Seeded): readonly object[] {
  const count = draw.chance(0.02) ? draw.between(300, 1_000) : draw.between(0, 6)
  return Array.from({ length: count }, () => batchItem({ rate_cents: draw.between(1, 60) }))
}
