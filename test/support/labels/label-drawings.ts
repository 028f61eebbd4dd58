import type { LabelDrawing } from '../../../src/simulator/labels/label-pdf.ts'
import type { CarrierName, Environment } from '../../../src/simulator/specification/model.ts'

const testNumber = '9999012345678901234563'

/** A service and a tracking number of each carrier. */
export const samples: Readonly<
  Record<CarrierName, { service: string; liveNumber: string; printed: string }>
> = {
  DHL: { service: 'DHL Express Worldwide', liveNumber: '1234567895', printed: '12 3456 7895' },
  FedEx: { service: 'FedEx Priority Overnight', liveNumber: '794644790132', printed: '7946 4479 0132' },
  UPS: {
    service: 'UPS Next Day Air Saver',
    liveNumber: '1Z999AA10123456784',
    printed: '1Z 999 AA1 01 2345 6784',
  },
  USPS: {
    service: 'Priority Mail',
    liveNumber: '9205590100000000000007',
    printed: '9205 5901 0000 0000 0000 07',
  },
}

/** Returns the data of a domestic label of a carrier, with changes. */
export function createLabelDrawing(
  carrier: CarrierName,
  environment: Environment,
  changes: Partial<LabelDrawing> = {},
): LabelDrawing {
  return {
    labelId: 'lbl_0123456789abcdefghijklmn',
    carrier,
    service: samples[carrier].service,
    trackingNumber: environment === 'test' ? testNumber : samples[carrier].liveNumber,
    from: {
      name: 'Maria Fernández',
      company: 'Harbour Goods',
      street1: '350 5th Ave',
      street2: 'Suite 1200',
      city: 'New York',
      state: 'NY',
      zip: '10118-0110',
      country: 'US',
    },
    to: {
      name: 'James Okafor',
      street1: '1234 Market Street',
      city: 'Philadelphia',
      state: 'PA',
      zip: '19103',
      country: 'US',
    },
    parcel: { weightOz: 21.5, lengthIn: 10, widthIn: 8, heightIn: 4 },
    createdAtMs: Date.UTC(2026, 2, 5, 12),
    environment,
    ...changes,
  }
}
