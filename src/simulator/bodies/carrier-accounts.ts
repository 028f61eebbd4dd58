import * as z from 'zod'
import { type BodyOf, body, described, id, listOf, text, timestamp } from './body-schema.ts'
import { carrier } from './enums.ts'

export type CarrierAccountBody = BodyOf<typeof carrierAccountBody>
export const carrierAccountBody = body(
  {
    id: id('ca', 'What to disconnect it by.'),
    carrier,
    nickname: text('What the client calls it.', { choice: 40 }),
    status: described(z.enum(['active', 'rejected']), 'Whether the carrier takes its credentials.', {
      choice: 40,
    }),
    connected_at: timestamp('When it was connected.', { choice: 40 }),
  },
  "A carrier account of the client's own.",
  { choice: 40 },
)

export type CarrierAccountsBody = BodyOf<typeof carrierAccountsBody>
export const carrierAccountsBody = body(
  { carrier_accounts: listOf(carrierAccountBody, 'The carrier accounts that the client has connected.') },
  'The carrier accounts of the client.',
  { choice: 40 },
)
