import * as z from 'zod'
import { carrierNames, environments, trackingStatuses } from '../specification/model.ts'
import { scopes } from '../specification/scopes.ts'
import { describeSchema } from './body-schema.ts'

/** Enumerations that several response bodies share. */

/**
 * The OpenAPI document allows any text as a carrier: the specification lists no carriers, and a client must accept
 * unknown ones.
 */
export const carrier = describeSchema(
  z.enum(carrierNames).meta({ enum: undefined }),
  `The name of the carrier: ${carrierNames.join(', ')}; other carriers may come.`,
  { choice: 49 },
)

export const environment = describeSchema(
  z.enum(environments),
  'The environment: `test` is the sandbox, `live` is production.',
)

export const accountType = describeSchema(
  z.enum(['platform', 'byoa']),
  "Whose account with the carrier is used: `platform` is the service's own, `byoa` one that the client has connected.",
)

export const trackingStatus = describeSchema(
  z.enum(trackingStatuses),
  [
    'The state of the parcel:',
    '`pre_transit`, the label was made and the carrier has not scanned it yet;',
    '`in_transit`, picked up and moving;',
    '`out_for_delivery`, on the vehicle;',
    '`delivered`;',
    '`exception`, a problem with the delivery;',
    '`unknown`, the report of the carrier could not be understood.',
  ].join(' '),
)

export const scope = describeSchema(z.enum(scopes), 'A scope: one thing that a key may do.')
