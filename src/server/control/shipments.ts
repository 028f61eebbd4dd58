import { Call } from '../../simulator/requests/call.ts'
import { createRates } from '../../simulator/resources/rates.ts'
import { scopes } from '../../simulator/specification/scopes.ts'
import { failNotFound } from '../http/not-found.ts'
import { type ControlRoute, defineAccountRoute } from './route.ts'

export const shipmentRoutes: readonly ControlRoute[] = [
  defineAccountRoute('POST', '/shipments/{id}/clone', async (context, { param, pauses }) => {
    const shipment = context.state.shipments.get(param('id')) ?? failNotFound('shipment', param('id'))
    const call = new Call(context, { environment: shipment.environment, scopes })
    const rates = createRates(call, shipment)
    await pauses.wait(call.delayMs)
    return { status: 201, body: rates }
  }),
]
