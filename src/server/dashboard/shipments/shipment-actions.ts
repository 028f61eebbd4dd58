import { showParcel } from '../../../simulator/resources/parcel-body.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { quoteAgain } from '../buy/buy-actions.ts'
import type { Actions } from '../page.ts'
import { journeyActions, pollCall, pollText, track } from '../parcels/tracking-actions.ts'

/** The actions of a shipment's page. */
export const shipmentActions: Actions = {
  ...journeyActions,
  track,
  void: {
    call: ({ label = '', key = '' }) => ({
      call: `DELETE /v1/labels/${encodeURIComponent(label)}`,
      keyId: key,
    }),
    message: () => 'A void is requested.',
  },
  scan: {
    call: ({ label = '' }, { state }) => [
      {
        call: 'POST /accounts/{account}/labels/{label}/scan',
        params: { label },
        command: `tracking scan ${label}`,
      },
      pollCall(state.labels.get(label)?.trackingNumber ?? label),
    ],
    message: (_, polled) => `The carrier has scanned the package. ${pollText(polled)}`,
  },
  quote: {
    ...quoteAgain,
    call: ({ shipment = '', key = '' }, { state }) => {
      const sent = state.shipments.get(shipment) ?? fail('LABEL.NOT_FOUND')
      const body = { from_address: sent.from, to_address: sent.to, parcel: showParcel(sent.parcel) }
      return { call: 'POST /v1/rates', keyId: key, body }
    },
  },
}
