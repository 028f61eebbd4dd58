import type { LabelRecord, ShipmentRecord } from '../../accounts/records/labels.ts'
import type {
  CompleteAddressBody,
  LabelBody,
  LabelDetailsBody,
  VoidBody,
  VoidStatusBody,
} from '../../bodies/labels.ts'
import type { Address } from '../../specification/model.ts'
import { toTimestamp, toTimestampOrNull } from '../../time/timestamp.ts'
import { findContact } from '../contact.ts'

/** A label with the shipment it belongs to. */
interface ShippedLabel {
  readonly label: LabelRecord
  readonly shipment: ShipmentRecord
}

/** Returns a label as the purchase returns it (specification, Label). */
export function buildLabelBody(baseUrl: string, { label, shipment }: ShippedLabel): LabelBody {
  return {
    id: label.id,
    tracking_number: label.trackingNumber,
    label_url: buildLabelUrl(baseUrl, label),
    carrier: label.carrier,
    service: label.service,
    rate_cents: label.rateCents,
    sandbox: label.environment === 'test',
    wallet_balance_after_cents: label.balanceAfterCents,
    from_address: buildCompleteAddressBody(shipment, 'from'),
    to_address: buildCompleteAddressBody(shipment, 'to'),
    created_at: toTimestamp(label.createdAtMs),
  }
}

/** Returns a label with its void status (choices 34). */
export function buildLabelDetailsBody(baseUrl: string, shipped: ShippedLabel): LabelDetailsBody {
  return { ...buildLabelBody(baseUrl, shipped), ...buildVoidStatusBody(shipped.label) }
}

/** Returns the void status of a label (choices 34). */
export function buildVoidBody(label: LabelRecord): VoidBody {
  return { id: label.id, ...buildVoidStatusBody(label) }
}

/** Returns the `label_url` of a label's PDF; the PDF of a sandbox label needs no key (choices 33). */
function buildLabelUrl(baseUrl: string, label: LabelRecord): string {
  return label.environment === 'test'
    ? `${baseUrl}/v1/sandbox/labels/${label.id}.pdf`
    : buildDownloadUrl(baseUrl, label.id)
}

/**
 * Returns the download URL of a label's PDF, which needs a key. Webhook events contain it for every label
 * (specification, Payload).
 */
export function buildDownloadUrl(baseUrl: string, labelId: string): string {
  return `${baseUrl}/v1/labels/${labelId}/download`
}

function buildVoidStatusBody({ voidRequestedAtMs }: LabelRecord): VoidStatusBody {
  return {
    void_status: voidRequestedAtMs === null ? null : 'requested',
    void_requested_at: toTimestampOrNull(voidRequestedAtMs),
  }
}

function buildCompleteAddressBody(shipment: ShipmentRecord, side: 'from' | 'to'): CompleteAddressBody {
  const address: Address = shipment[side]
  const madeUp = findContact(shipment.id, side, address.country)
  return {
    name: address.name ?? '',
    street: address.street1,
    street1: address.street1,
    street2: address.street2 ?? null,
    city: address.city,
    state: address.state,
    zip: address.zip,
    country: address.country,
    phone: address.phone ?? madeUp.phone,
    email: address.email ?? madeUp.email,
  }
}
