import * as z from 'zod'
import { createTextSchema } from '../../simulator/requests/text-field.ts'
import { buildCarrierAccountBody, connectCarrier } from '../../simulator/resources/carrier-accounts.ts'
import { failNotFound } from '../http/not-found.ts'
import { carrierName, createStrictSchema } from './fields.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute, noContent } from './route.ts'

const connection = createStrictSchema({
  carrier: carrierName.describe('The name of the carrier, in any letter case.'),
  nickname: createTextSchema(100, { empty: false }).optional().describe('A name for the carrier account.'),
  credentials: z
    .enum(['valid', 'rejected'], { error: 'must be valid or rejected' })
    .optional()
    .describe('Whether the carrier is to accept the credentials (`valid`, the default) or not (`rejected`).'),
})

export const carrierAccountRoutes: readonly ControlRoute[] = [
  defineBodyRoute('POST', '/carrier-accounts', connection, (context, input) => {
    const { carrier, nickname, credentials = 'valid' } = input
    return { status: 201, body: connectCarrier(context, { carrier, nickname, credentials }) }
  }),
  defineAccountRoute('GET', '/carrier-accounts', ({ state }) => ({
    status: 200,
    body: { carrier_accounts: [...state.carrierAccounts.values()].map(buildCarrierAccountBody) },
  })),
  defineAccountRoute('DELETE', '/carrier-accounts/{id}', ({ state }, { param }) => {
    if (!state.carrierAccounts.delete(param('id'))) failNotFound('carrier account', param('id'))
    return noContent
  }),
]
