import { describe, expect, it } from 'vitest'
import { createParcel } from '../../../test/support/simulator/shipments.ts'
import { computeBillableLb } from './billable-weight.ts'
import { carriers, findCarrier, findService } from './carrier.ts'

const cubicFoot = createParcel({ weightOz: 16, lengthIn: 12, widthIn: 12, heightIn: 12 })
const biggerBox = { ...cubicFoot, heightIn: 13 }

describe('the billable weight of a parcel', () => {
  it('the billable weight of a small and heavy parcel is its scale weight', () => {
    for (const { networks } of listNetworks()) {
      for (const network of networks) {
        expect(computeBillableLb(network, createParcel({ weightOz: 808 }))).toBe(50.5)
      }
    }
  })

  it('a parcel of one cubic foot is billed by scale weight with USPS and DHL, and by size with UPS and FedEx', () => {
    expect(computeChargedLb('USPS', 'Priority Mail', cubicFoot)).toBe(1)
    expect(computeChargedLb('DHL', 'Parcel Ground', cubicFoot)).toBe(1)
    expect(computeChargedLb('UPS', 'Ground', cubicFoot)).toBeCloseTo(1_728 / 139, 10)
    expect(computeChargedLb('FedEx', '2Day', cubicFoot)).toBeCloseTo(1_728 / 139, 10)
    // Each side of 12 inches is 30.48 cm. DHL charges 1 kg for 5,000 cubic centimetres.
    expect(computeChargedLb('DHL', 'Express Worldwide', cubicFoot)).toBeCloseTo(
      (30.48 ** 3 / 5_000) * 2.20462,
      1,
    )
  })

  it("a parcel over one cubic foot is billed by its size divided by the carrier's divisor", () => {
    expect(computeChargedLb('USPS', 'Ground Advantage', biggerBox)).toBeCloseTo((12 * 12 * 13) / 166, 10)
    expect(computeChargedLb('DHL', 'Parcel Ground', biggerBox)).toBeCloseTo((12 * 12 * 13) / 139, 10)
  })

  it('a fraction of an inch counts as a full inch in the billable weight', () => {
    expect(computeChargedLb('UPS', 'Ground', { ...cubicFoot, heightIn: 12.01 })).toBe(
      computeChargedLb('UPS', 'Ground', biggerBox),
    )
  })

  it('the billable weight is at most 100,000 pounds', () => {
    const absurd = createParcel({
      weightOz: Number.MAX_VALUE,
      lengthIn: 1e200,
      widthIn: 1e200,
      heightIn: 1e200,
    })
    for (const { networks } of listNetworks()) {
      for (const network of networks) expect(computeBillableLb(network, absurd)).toBe(100_000)
    }
  })
})

function listNetworks() {
  return carriers.map(({ services }) => ({ networks: new Set(services.map(({ network }) => network)) }))
}

function computeChargedLb(carrierName: string, serviceName: string, parcel: typeof cubicFoot): number {
  const carrier = findCarrier(carrierName)
  const service = carrier && findService(carrier, serviceName)
  if (service === undefined) throw new Error(`${carrierName} has no ${serviceName}`)
  return computeBillableLb(service.network, parcel)
}
