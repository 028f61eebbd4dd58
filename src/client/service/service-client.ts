import type {
  AddressToValidate,
  Batch,
  BatchInput,
  BatchStart,
  CarrierAccounts,
  Deliveries,
  Label,
  LabelDetails,
  LabelInput,
  LabelVoid,
  Rates,
  RatesInput,
  Tracker,
  TrackerInput,
  Validation,
  Wallet,
} from './bodies.ts'

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The maximum time of the call in milliseconds; by default the client's. */
  readonly timeoutMs?: number | undefined
}

/**
 * The operations of the service (specification, Endpoints). Each method sends one request, repeats none, and resolves with the
 * response body. It rejects with a ServiceError for an error response and a NoResponseError if no response can be read.
 */
export interface ServiceClient {
  /** Validates an address and returns whether it is residential. Rejects if no carrier can deliver to it. */
  validateAddress(address: AddressToValidate, how?: CallOptions): Promise<Validation>
  /** Returns the rates of all carriers for a shipment, cheapest first and valid for 15 minutes, and the carriers that failed. */
  createRates(shipment: RatesInput, how?: CallOptions): Promise<Rates>
  /** Buys a label for a rate; with a live key, the wallet pays. If no response comes, the label may have been bought all the same. */
  buyLabel(label: LabelInput, how?: CallOptions): Promise<Label>
  /** Returns a label with its void status. */
  getLabel(id: string, how?: CallOptions): Promise<LabelDetails>
  /** Requests a void of a label that the carrier has not scanned. */
  voidLabel(id: string, how?: CallOptions): Promise<LabelVoid>
  /** Returns the bytes of a label's PDF. */
  downloadLabel(id: string, how?: CallOptions): Promise<Uint8Array>
  /** Registers a tracking number of a carrier, and returns its tracker. */
  registerTracker(parcel: TrackerInput, how?: CallOptions): Promise<Tracker>
  /** Returns a tracker with its events, oldest first. The service polls the carrier every 4 hours. */
  getTracker(id: string, how?: CallOptions): Promise<Tracker>
  /** Returns the client's own accounts with carriers. */
  listCarrierAccounts(how?: CallOptions): Promise<CarrierAccounts>
  /** Creates a batch of 1 to 5,000 labels. The wallet pays for the whole batch now; `buyBatch` starts it. */
  createBatch(batch: BatchInput, how?: CallOptions): Promise<Batch>
  /** Starts to buy the labels of a batch. */
  buyBatch(id: string, how?: CallOptions): Promise<BatchStart>
  /** Returns a batch with its progress. */
  getBatch(id: string, how?: CallOptions): Promise<Batch>
  /** Returns the wallet of the key's environment, in cents. */
  getWallet(how?: CallOptions): Promise<Wallet>
  /** Returns the last 50 webhook deliveries, newest first. */
  listDeliveries(how?: CallOptions): Promise<Deliveries>
}
