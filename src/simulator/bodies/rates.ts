import * as z from 'zod'
import { errorCodes } from '../specification/errors.ts'
import { type BodyOf, body, cents, described, id, listOf, text } from './body-schema.ts'
import { accountType, carrier } from './enums.ts'

export type RateBody = BodyOf<typeof rateBody>
export const rateBody = body(
  {
    id: id('rate', 'What to buy the rate by, as `rate_id`.'),
    carrier,
    service: text("The name of the carrier's service."),
    rate_cents: cents('The price.'),
    carrier_eta: described(
      z.string().regex(/^\d{4}-\d\d-\d\d$/),
      'The day on which the carrier means to deliver.',
    ).meta({ format: 'date' }),
    carbon_grams: described(z.int(), 'An estimate of the carbon that the transport gives off.', {
      unit: 'grams',
    }),
    account_type: accountType,
  },
  'The price of one service of a carrier. It can be bought for 15 minutes.',
)

export type FailedCarrierBody = BodyOf<typeof failedCarrierBody>
export const failedCarrierBody = body(
  {
    carrier,
    code: described(z.enum(errorCodes), 'Why, as an error code.', { choice: 25 }),
    message: text('Why, in words.', { choice: 25 }),
  },
  'A carrier that gave no rates.',
  { choice: 25 },
)

export type RatesBody = BodyOf<typeof ratesBody>
export const ratesBody = body(
  {
    rates: listOf(rateBody, 'The rates of all carriers that answered, the cheapest first.'),
    failed_carriers: listOf(
      failedCarrierBody,
      'The carriers that failed or took too long; absent where none did.',
      { choice: 25 },
    ).exactOptional(),
  },
  'The rates of one parcel.',
)
