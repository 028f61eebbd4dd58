import type { CarrierName } from '../specification/model.ts'

export interface CarrierAccountBody {
  readonly id: string
  readonly carrier: CarrierName
  readonly nickname: string
  readonly status: 'active' | 'rejected'
  readonly connected_at: string
}
