import type { Actions } from '../page.ts'
import { journeyActions } from '../parcels/tracking-actions.ts'

/** The actions of a shipment's page. */
export const shipmentActions: Actions = {
  ...journeyActions,
  void: {
    call: ({ label = '' }) => ({ call: 'DELETE /v1/labels/{id}', params: { id: label } }),
    message: () => 'A void is requested.',
  },
  scan: {
    call: ({ label = '' }) => ({
      call: 'POST /accounts/{account}/labels/{label}/scan',
      params: { label },
      command: `tracking scan ${label}`,
    }),
    message: () => 'The carrier has scanned the package.',
  },
  clone: {
    call: ({ shipment = '' }) => ({
      call: 'POST /accounts/{account}/shipments/{id}/clone',
      params: { id: shipment },
    }),
    message: (_, response) => {
      const { rates } = Object(response)
      return {
        text: 'The same parcel was quoted again. Buy a label with one of these rates, for 15 minutes:',
        code: { label: 'the new rates', code: linesOf(Array.isArray(rates) ? rates : []) },
      }
    },
  },
}

/** Lists each rate's id, service and price, one a line. */
function linesOf(rates: readonly unknown[]): string {
  return rates
    .map((rate) => {
      const { id, carrier, service, rate_cents } = Object(rate)
      return `${id}  ${carrier} ${service}  ${rate_cents} cents`
    })
    .join('\n')
}
