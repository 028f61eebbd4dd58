import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { CarrierName, Environment } from '../specification/model.ts'
import type { Carrier, Service } from './carrier.ts'
import { computeCheckDigit, computeGs1CheckDigit } from './check-digit.ts'

const { sandboxTrackingPrefix } = constants
// The digit after the prefix 9999 selects the tracking script of a sandbox parcel; 0 selects normal tracking (magic
// values, What can a tracking number cause?).
const sandboxBody = `${sandboxTrackingPrefix}0`

const liveShapes: Readonly<Record<CarrierName, RegExp>> = {
  DHL: /^(\d{10}|93\d{20})$/,
  FedEx: /^\d{12}$/,
  UPS: /^1Z[0-9A-Z]{15}\d$/,
  USPS: /^9[234]\d{20}$/,
}
const sandboxShape = /^\d{22}$/

/**
 * Returns a tracking number for a new label, with a valid check digit. In the sandbox it is 22 digits that begin with
 * 9999, for every carrier (specification, SERVICE-28). A live number has the carrier's form and never begins with 9999.
 * `digits` gives random decimal digits.
 */
export function drawTrackingNumber({
  carrier,
  service,
  environment,
  digits,
}: {
  readonly carrier: Pick<Carrier, 'name'>
  readonly service: Pick<Service, 'trackingPattern'>
  readonly environment: Environment
  readonly digits: (count: number) => string
}): string {
  if (environment === 'test') {
    const body = sandboxBody + digits(16)
    return body + computeGs1CheckDigit(body)
  }
  const body = replaceSandboxPrefix(fillNumberPattern(service.trackingPattern, digits))
  return body + computeCheckDigit(carrier.name, body)
}

/** Whether a tracking number has the form of the carrier's live or sandbox numbers, and the correct check digit. */
export function hasValidCheckDigit(trackingNumber: string, carrier: Pick<Carrier, 'name'>): boolean {
  const body = trackingNumber.slice(0, -1)
  const digit = trackingNumber.slice(-1)
  if (trackingNumber.startsWith(sandboxTrackingPrefix)) {
    return sandboxShape.test(trackingNumber) && digit === computeGs1CheckDigit(body)
  }
  return liveShapes[carrier.name].test(trackingNumber) && digit === computeCheckDigit(carrier.name, body)
}

function fillNumberPattern(pattern: string, digits: (count: number) => string): string {
  return pattern.replaceAll(/#+/g, (run) => digits(run.length))
}

function replaceSandboxPrefix(body: string): string {
  return body.startsWith(sandboxTrackingPrefix) ? `8${body.slice(1)}` : body
}
