import type { Context } from '../../accounts/context.ts'
import type { LabelRecord, ShipmentRecord } from '../../accounts/records/labels.ts'
import { explainUndeliverable } from '../../addresses/deliverability.ts'
import { findCarrierRefusal } from '../../carriers/acceptance.ts'
import type { Carrier, Service } from '../../carriers/carrier.ts'
import { drawTrackingNumber } from '../../carriers/tracking-number.ts'
import type { CarrierFailure } from '../../faults/carrier-failure.ts'
import { getCarrierMode } from '../../faults/targets/carrier.ts'
import { type FaultOn, triggerFault } from '../../faults/trigger-fault.ts'
import { findRequestedCode, magicCodes } from '../../requests/magic.ts'
import { fail } from '../../specification/errors.ts'
import type { AccountType, Address, Environment, Parcel } from '../../specification/model.ts'
import { emitLabelCreated } from '../../webhooks/outbox.ts'
import { startJourney } from '../journeys.ts'
import { readAddressMagic } from '../rates.ts'

/** The facts about one label that is bought, by a rate or as an item of a batch. */
export interface Purchase {
  readonly environment: Environment
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  readonly carrier: Carrier
  /** The carrier's service; undefined if a batch item names a service that the carrier does not have. */
  readonly service: Service | undefined
  readonly accountType: AccountType
  readonly rateCents: number
}

/** The options that differ between the purchase of a rate and the purchase of a batch item. */
interface PurchaseOptions {
  /** The URL at which the client sent the purchase. The `label_url` of the event begins with it (choices 33). */
  readonly baseUrl: string
  /**
   * Returns how the carrier fails; undefined if it does not. It is called only if no earlier check refused the
   * purchase, because each call counts for the fields `after` and `times` of a fault.
   */
  readonly findFailure: () => CarrierFailure | undefined
  /** Receives the fault or the magic value that decided the result, for the request log. */
  readonly noteDecision: (by: string) => void
  /** Pays for the label; returns the balance after the payment. Throws WALLET.*. */
  readonly pay: (labelId: string) => number
}

/** The records that a purchase stores. */
export interface BoughtLabel {
  readonly label: LabelRecord
  readonly shipment: ShipmentRecord
}

/**
 * Makes a label in one synchronous call. All checks come before the first change, so that a refused purchase costs no
 * money (specification, POST /v1/labels; choices 29, 30).
 */
export function purchaseLabel(context: Context, order: Purchase, options: PurchaseOptions): BoughtLabel {
  const service = checkPurchase(context, order, options)
  const { state, random, clock } = context
  const labelId = drawUnusedLabelId(context)
  const number = drawUnusedTrackingNumber(context, order, service)
  // The payment comes after all other steps that can fail, so that a failed purchase costs no money.
  const balanceAfterCents = options.pay(labelId)
  const createdAtMs = clock.now()
  const { environment, from, to, parcel, carrier } = order
  const shipmentId = random.drawId('shp')
  const shipment: ShipmentRecord = { id: shipmentId, environment, labelId, createdAtMs, from, to, parcel }
  state.shipments.set(shipmentId, shipment)
  const label: LabelRecord = {
    id: labelId,
    environment,
    shipmentId,
    trackingNumber: number,
    carrier: carrier.name,
    service: service.name,
    accountType: order.accountType,
    rateCents: order.rateCents,
    balanceAfterCents,
    createdAtMs,
    voidRequestedAtMs: null,
  }
  state.labels.set(labelId, label)
  startJourney(context, label)
  emitLabelCreated(context, label, options.baseUrl)
  return { label, shipment }
}

/**
 * Draws a label id that no account has. After a reset, ids repeat, and another account may hold a label with
 * such an id, from a snapshot taken before the reset.
 */
function drawUnusedLabelId({ random, isLabelTaken }: Context): string {
  for (;;) {
    const id = random.drawId('lbl')
    if (!isLabelTaken(id)) return id
  }
}

/**
 * Draws a tracking number that is not in use. Some carriers' numbers have few random digits, so a drawn number may
 * already be in use.
 */
function drawUnusedTrackingNumber(
  { state, random }: Context,
  { carrier, environment }: Purchase,
  service: Service,
): string {
  for (;;) {
    const number = drawTrackingNumber({
      carrier,
      service,
      environment,
      digits: (count) => random.drawDigits('tracking', count),
    })
    if (!state.journeys.has(number)) return number
  }
}

/** Returns the service that is bought. Throws if the purchase must be refused, except for refusals about money. */
function checkPurchase(
  context: Context,
  order: Purchase,
  { findFailure, noteDecision }: PurchaseOptions,
): Service {
  const magic = readAddressMagic(context, order)
  const asked = findRequestedCode(magic, magicCodes.purchase)
  if (asked !== undefined) {
    noteDecision(`sim:${asked}`)
    throwCarrierError({ code: asked, message: getCarrierMode('error').says })
  }
  const broken = triggerFault(context, { target: 'label_creation', operation: '*' })
  if (broken !== undefined) {
    noteDecision(`fault ${broken.id}`)
    throwFaultError(broken)
  }
  const met = findFailure()
  if (met !== undefined) throwCarrierError(met)
  const undeliverable = explainUndeliverable(order.from) ?? explainUndeliverable(order.to)
  if (undeliverable !== undefined) fail('LABEL.ADDRESS.UNDELIVERABLE', { message: undeliverable })
  if (findRequestedCode(magic, ['ADDRESS.VALIDATION.FAILED']) !== undefined)
    fail('LABEL.ADDRESS.UNDELIVERABLE')
  const refused = findCarrierRefusal(order.carrier, order.service, order)
  if (refused !== undefined) fail(refused.code, { message: refused.message })
  return order.service ?? fail('LABEL.SERVICE.UNAVAILABLE')
}

function throwFaultError({ mode, code, message }: FaultOn<'label_creation'>): never {
  switch (mode) {
    case 'error':
      return throwCarrierError({ code, message: message ?? 'label creation failed' })
  }
}

/** Throws the error code of the fault, or LABEL.CREATION.FAILED if it names none. */
function throwCarrierError({ code, message }: Pick<CarrierFailure, 'code' | 'message'>): never {
  if (code === null) return fail('LABEL.CREATION.FAILED')
  return fail(code, code === 'CARRIER.ERROR.UNKNOWN' ? { extras: { raw_carrier_error: message } } : {})
}
