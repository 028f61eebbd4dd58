import type { ErrorCode } from '../specification/errors.ts'
import type { AccountType, CarrierName } from '../specification/model.ts'

export interface RateBody {
  readonly id: string
  readonly carrier: CarrierName
  readonly service: string
  readonly rate_cents: number
  readonly carrier_eta: string
  readonly carbon_grams: number
  readonly account_type: AccountType
}

export interface FailedCarrierBody {
  readonly carrier: CarrierName
  readonly code: ErrorCode
  readonly message: string
}

export interface RatesBody {
  readonly rates: readonly RateBody[]
  readonly failed_carriers?: readonly FailedCarrierBody[]
}
