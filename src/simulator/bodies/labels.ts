import type { AccountType, CarrierName, Environment } from '../specification/model.ts'

/** A complete address, as labels show it (choices 21). */
export interface CompleteAddressBody {
  readonly name: string
  readonly street: string
  readonly street1: string
  readonly street2: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
  readonly phone: string
  readonly email: string
}

/** A label as a purchase answers it (specification, Label). */
export interface LabelBody {
  readonly id: string
  readonly tracking_number: string
  readonly label_url: string
  readonly carrier: CarrierName
  readonly service: string
  readonly rate_cents: number
  readonly sandbox: boolean
  readonly wallet_balance_after_cents: number
  readonly from_address: CompleteAddressBody
  readonly to_address: CompleteAddressBody
  readonly created_at: string
}

export interface VoidStatusBody {
  readonly void_status: 'requested' | null
  readonly void_requested_at: string | null
}

export type LabelDetailsBody = LabelBody & VoidStatusBody

export type VoidBody = { readonly id: string } & VoidStatusBody

/** A label as the control protocol lists it: as the service shows it, with what a dashboard wants beside it. */
export interface ListedLabelBody extends LabelDetailsBody {
  readonly environment: Environment
  readonly shipment_id: string
  readonly account_type: AccountType
  /** When the carrier first had the package in its hands: from then on a void is too late. */
  readonly scanned_at: string | null
}
