import type { LabelRecord } from '../../accounts/records/labels.ts'
import type { LabelBody, LabelDetailsBody, VoidBody } from '../../bodies/labels.ts'
import { findCarrierFailure } from '../../faults/carrier-failure.ts'
import { type Call, requireVisibleResource } from '../../requests/call.ts'
import { fail } from '../../specification/errors.ts'
import { checkCarrierAccount } from '../carrier-accounts.ts'
import { endScript, hasBeenScanned } from '../journeys.ts'
import { chargeWallet } from '../wallet.ts'
import { buildLabelBody, buildLabelDetailsBody, buildVoidBody } from './label-body.ts'
import { purchaseLabel } from './purchase.ts'
import { findRate } from './quoted-rate.ts'
import { findShipmentOfLabel } from './shipments.ts'

/**
 * Buys the label of a rate (specification, POST /v1/labels). Throws RATE.*, LABEL.*, WALLET.* or CARRIER.*, and then
 * changes nothing.
 */
export function buyLabel(call: Call, input: { readonly rateId: string }): LabelBody {
  const { context, environment } = call
  const rate = findRate(call, input.rateId)
  const { quote, carrier, service, rateCents, carrierAccountId } = rate
  checkCarrierAccount(context, carrierAccountId)
  const bought = purchaseLabel(
    context,
    {
      environment,
      from: quote.from,
      to: quote.to,
      parcel: quote.parcel,
      carrier,
      service,
      accountType: carrierAccountId === null ? 'platform' : 'byoa',
      rateCents,
    },
    {
      baseUrl: call.baseUrl(),
      findFailure: () => findCarrierFailure(call, { carrier: carrier.name, operation: 'labels' }),
      noteDecision: (by) => call.noteDecision(by),
      pay: (reference) => chargeWallet(context, { environment, priceCents: rateCents, reference }),
    },
  )
  return buildLabelBody(call.baseUrl(), bought)
}

/** Returns a label with its void status (specification, GET /v1/labels/{id}; choices 34). */
export function getLabel(call: Call, id: string): LabelDetailsBody {
  const label = findLabel(call, id)
  return buildLabelDetailsBody(call.baseUrl(), { label, shipment: findShipmentOfLabel(call.context, label) })
}

/**
 * Requests a void, possible until the carrier scans the package (specification, DELETE /v1/labels/{id}; choices
 * 34). Throws LABEL.VOID.ALREADY_REQUESTED or LABEL.VOID.INELIGIBLE.
 */
export function voidLabel(call: Call, id: string): VoidBody {
  const label = findLabel(call, id)
  // If the label has a pending void and was scanned, the pending void decides the error (choices 35).
  if (label.voidRequestedAtMs !== null) fail('LABEL.VOID.ALREADY_REQUESTED')
  if (hasBeenScanned(call.context, label)) fail('LABEL.VOID.INELIGIBLE')
  const voided = { ...label, voidRequestedAtMs: call.nowMs }
  call.context.state.labels.set(id, voided)
  endScript(call.context, voided)
  return buildVoidBody(voided)
}

/**
 * Returns the label, if the caller may see it. Throws LABEL.NOT_FOUND or AUTH.KEY.SANDBOX_IN_PRODUCTION
 * (choices 16).
 */
export function findLabel(call: Call, id: string): LabelRecord {
  return requireVisibleResource(call, call.context.state.labels.get(id), 'LABEL.NOT_FOUND')
}
