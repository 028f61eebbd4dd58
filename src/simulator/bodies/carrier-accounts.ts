import * as z from 'zod'
import { type BodyOf, body, describeSchema, id, listOf, text, timestamp } from './body-schema.ts'
import { carrier } from './enums.ts'

/** An account that the client has with a carrier and connected to the service (choices 40). */
export type CarrierAccountBody = BodyOf<typeof carrierAccountBody>
export const carrierAccountBody = body(
  {
    id: id('ca', 'The id of the carrier account.'),
    carrier,
    nickname: text('The name that the client gave the carrier account.', { choice: 40 }),
    status: describeSchema(
      z.enum(['active', 'rejected']),
      'Whether the carrier accepts the credentials: `active` if it does, `rejected` if not.',
      {
        choice: 40,
      },
    ),
    connected_at: timestamp('When the carrier account was connected.', { choice: 40 }),
  },
  'An account that the client has with a carrier and connected to the service.',
  { id: 'CarrierAccount', choice: 40 },
)

/** The list of the client's carrier accounts (choices 40). */
export type CarrierAccountsBody = BodyOf<typeof carrierAccountsBody>
export const carrierAccountsBody = body(
  {
    carrier_accounts: listOf(
      carrierAccountBody,
      'The carrier accounts, in the order in which they were connected.',
      { choice: 40 },
    ),
  },
  'The carrier accounts that the client has connected.',
  { id: 'CarrierAccounts', choice: 40 },
)
