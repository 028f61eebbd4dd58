import type { RecordEntry } from '../storage/journal.ts'
import {
  type ChangeListener,
  type Collection,
  createObjectCollection,
  createPackedCollection,
  createRecentCollection,
} from './collection.ts'
import type { BatchItemRecord, BatchRecord } from './records/batches.ts'
import type { CarrierAccountRecord } from './records/carrier-accounts.ts'
import type { ClockRecord } from './records/clock.ts'
import type { AccountRecords } from './records/collections.ts'
import type { DeliveryRecord, WebhookRecord } from './records/deliveries.ts'
import type { FaultRecord } from './records/faults.ts'
import type { KeyRecord, LimitWindow } from './records/keys.ts'
import type { LabelRecord, ShipmentRecord } from './records/labels.ts'
import type { LedgerRecord, WalletRecord } from './records/money.ts'
import type { ExpiredQuoteRecord, QuoteRecord } from './records/quotes.ts'
import type { ScenarioStepRecord } from './records/scenario-steps.ts'
import type { JourneyRecord, TrackerRecord } from './records/tracking.ts'
import { SingleRecord } from './single-record.ts'

/**
 * All records of one account. A reset empties them, a snapshot copies them, and the journal stores their changes. Other
 * modules build their indexes from these records.
 */
export class State {
  readonly clock: SingleRecord<ClockRecord>
  readonly wallet: SingleRecord<WalletRecord>
  readonly webhook: SingleRecord<WebhookRecord>
  readonly counters: Collection<number>
  readonly keys: Collection<KeyRecord>
  readonly limitWindows: Collection<LimitWindow>
  readonly quotes: Collection<QuoteRecord | ExpiredQuoteRecord>
  readonly labels: Collection<LabelRecord>
  readonly shipments: Collection<ShipmentRecord>
  readonly journeys: Collection<JourneyRecord>
  readonly trackers: Collection<TrackerRecord>
  readonly batches: Collection<BatchRecord>
  readonly batchItems: Collection<BatchItemRecord>
  readonly ledger: Collection<LedgerRecord>
  readonly deliveries: Collection<DeliveryRecord>
  readonly carrierAccounts: Collection<CarrierAccountRecord>
  readonly faults: Collection<FaultRecord>
  readonly scenarioSteps: Collection<ScenarioStepRecord>
  readonly #collections: ReadonlyMap<string, AnyCollection>

  constructor(changed: ChangeListener) {
    const clock = createObjectCollection<ClockRecord>('clock', changed)
    const wallet = createObjectCollection<WalletRecord>('wallet', changed)
    const webhook = createObjectCollection<WebhookRecord>('webhook', changed)
    this.clock = new SingleRecord(clock)
    this.wallet = new SingleRecord(wallet)
    this.webhook = new SingleRecord(webhook)
    this.counters = createObjectCollection<number>('counters', changed)
    this.keys = createObjectCollection<KeyRecord>('keys', changed)
    this.limitWindows = createObjectCollection<LimitWindow>('limit_windows', changed, 'soft')
    this.quotes = createRecentCollection('quotes', changed)
    this.labels = createPackedCollection('labels', changed)
    this.shipments = createPackedCollection('shipments', changed)
    this.journeys = createPackedCollection('journeys', changed)
    this.trackers = createPackedCollection('trackers', changed)
    this.batches = createObjectCollection<BatchRecord>('batches', changed)
    this.batchItems = createPackedCollection('batch_items', changed)
    this.ledger = createPackedCollection('ledger', changed)
    this.deliveries = createPackedCollection('deliveries', changed)
    this.carrierAccounts = createObjectCollection<CarrierAccountRecord>('carrier_accounts', changed)
    this.faults = createObjectCollection<FaultRecord>('faults', changed)
    this.scenarioSteps = createObjectCollection<ScenarioStepRecord>('scenario_steps', changed)
    const all: { readonly [Name in keyof AccountRecords]: AnyCollection } = {
      clock,
      wallet,
      webhook,
      counters: this.counters,
      keys: this.keys,
      limit_windows: this.limitWindows,
      quotes: this.quotes,
      labels: this.labels,
      shipments: this.shipments,
      journeys: this.journeys,
      trackers: this.trackers,
      batches: this.batches,
      batch_items: this.batchItems,
      ledger: this.ledger,
      deliveries: this.deliveries,
      carrier_accounts: this.carrierAccounts,
      faults: this.faults,
      scenario_steps: this.scenarioSteps,
    }
    this.#collections = new Map(Object.entries(all))
  }

  listCollections(): IterableIterator<AnyCollection> {
    return this.#collections.values()
  }

  findCollection(name: string): AnyCollection | undefined {
    return this.#collections.get(name)
  }

  /** Returns the number of records in all collections. */
  get size(): number {
    return [...this.#collections.values()].reduce((sum, collection) => sum + collection.size, 0)
  }

  /** Yields all records as entries of the journal. */
  *listEntries(account: string): IterableIterator<RecordEntry> {
    for (const collection of this.#collections.values()) {
      for (const id of collection.keys()) {
        yield { account, collection: collection.name, id, json: collection.toJson(id) }
      }
    }
  }
}

/** The methods of a collection that do not depend on the type of its records. */
export interface AnyCollection {
  readonly name: string
  readonly size: number
  keys(): IterableIterator<string>
  copy(): Iterable<readonly [id: string, json: string]>
  toJson(id: string): string | null
  load(id: string, json: string | null, value: () => unknown): void
  set(id: string, value: unknown): void
  setWithJson(id: string, made: { readonly value: unknown; readonly json: string }): void
}
