import * as z from 'zod'
import { carrierNames, environments, trackingStatuses } from '../specification/model.ts'
import { scopes } from '../specification/scopes.ts'
import { described } from './body-schema.ts'

/** Enumerations that several response bodies share. */

export const carrier = described(z.enum(carrierNames), 'The name of the carrier.', { choice: 49 })

export const environment = described(
  z.enum(environments),
  'The environment it belongs to: `test` is the sandbox, `live` is production.',
)

export const accountType = described(
  z.enum(['platform', 'byoa']),
  "Whose account at the carrier it comes from: `platform` is the service's own, `byoa` one that the client has connected.",
)

export const trackingStatus = described(
  z.enum(trackingStatuses),
  [
    'Where the parcel is:',
    '`pre_transit`, a label was made and not yet scanned;',
    '`in_transit`, picked up and moving;',
    '`out_for_delivery`, on the vehicle;',
    '`delivered`;',
    '`exception`, trouble with the delivery;',
    '`unknown`, what the carrier says could not be told.',
  ].join(' '),
)

export const scope = described(z.enum(scopes), 'What a key may do.')
