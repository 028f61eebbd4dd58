import type { FaultRecord } from '../faults/fault-record.ts'
import type {
  BatchItemRecord,
  BatchRecord,
  CarrierAccountRecord,
  ClockRecord,
  DeliveryRecord,
  ExpiredQuoteRecord,
  JourneyRecord,
  KeyRecord,
  LabelRecord,
  LedgerRecord,
  LimitWindow,
  QuoteRecord,
  ScenarioStepRecord,
  ShipmentRecord,
  TrackerRecord,
  WalletRecord,
  WebhookRecord,
} from './records.ts'

/** What each collection of an account holds. */
export interface AccountRecords {
  readonly clock: ClockRecord
  readonly wallet: WalletRecord
  readonly webhook: WebhookRecord
  readonly counters: number
  readonly keys: KeyRecord
  readonly limit_windows: LimitWindow
  readonly quotes: QuoteRecord | ExpiredQuoteRecord
  readonly labels: LabelRecord
  readonly shipments: ShipmentRecord
  readonly journeys: JourneyRecord
  readonly trackers: TrackerRecord
  readonly batches: BatchRecord
  readonly batch_items: BatchItemRecord
  readonly ledger: LedgerRecord
  readonly deliveries: DeliveryRecord
  readonly carrier_accounts: CarrierAccountRecord
  readonly faults: FaultRecord
  readonly scenario_steps: ScenarioStepRecord
}
