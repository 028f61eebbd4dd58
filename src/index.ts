/// <reference lib="esnext.disposable" preserve="true" />
import { type Connection, connectDrydock } from './client/http/connection.ts'
import { type DrydockOptions, readOptions } from './options.ts'
import { startDrydockServer } from './server/drydock-server.ts'

export type { Account, AccountControls } from './client/account.ts'
export type { AccountInput, PruneInput } from './client/accounts.ts'
export type { AccountCarriers, CarrierAccountInput } from './client/carriers.ts'
export type { AccountClock, Advance, ClockChange, EventKind, TimelineSpan } from './client/clock.ts'
export type { AccountFaults } from './client/faults.ts'
export { type Connection, connectDrydock } from './client/http/connection.ts'
export { DrydockError } from './client/http/drydock-error.ts'
export type { AccountStream, StreamOptions } from './client/http/stream.ts'
export { UnreachableError } from './client/http/unreachable-error.ts'
export type { AccountKeys, KeyInput } from './client/keys.ts'
export type { AccountBatches, AccountLabels, AccountTrackers, ListFilter } from './client/lists.ts'
export type { AccountRequests, RequestFilter } from './client/requests.ts'
export type { AccountReview } from './client/review.ts'
export type { AccountScenario, ScenarioInput } from './client/scenario.ts'
export type { AccountShipments } from './client/shipments.ts'
export type { AccountSnapshot, SnapshotBody } from './client/snapshot.ts'
export type { AccountSnapshots } from './client/snapshots.ts'
export type { AccountTracking, PollChoice, TrackingEventInput } from './client/tracking.ts'
export type { AccountWallet, WalletChange } from './client/wallet.ts'
export type { AccountWebhook } from './client/webhook.ts'
export type {
  ReceivedWebhook,
  ReceiveOptions,
  WaitOptions,
  WebhookEventKind,
  WebhookReceiver,
} from './client/webhook-receiver.ts'
export type { ClockSetting } from './clock-setting.ts'
export type { DrydockOptions, OnOff, VarySetting } from './options.ts'
export { OptionsError } from './options-error.ts'
export type { ServedExchange } from './server/service/served-exchange.ts'
export type { ListedBatchBody } from './simulator/bodies/batches.ts'
export type { CarrierAccountBody } from './simulator/bodies/carrier-accounts.ts'
export type { AccountBody, DiscoveryBody, PrunedBody } from './simulator/bodies/control/accounts.ts'
export type { AdvancedBody, ClockBody } from './simulator/bodies/control/clock.ts'
export type { FaultBody } from './simulator/bodies/control/faults.ts'
export type { KeyBody, NewKeyBody } from './simulator/bodies/control/keys.ts'
export type { PreviewBody } from './simulator/bodies/control/preview.ts'
export type { RequestEntry } from './simulator/bodies/control/requests.ts'
export type { CoverageBody, FindingBody, ReviewBody } from './simulator/bodies/control/review.ts'
export type { ScenarioListBody } from './simulator/bodies/control/scenarios.ts'
export type { NamedSnapshotBody } from './simulator/bodies/control/snapshots.ts'
export type { StreamEvent } from './simulator/bodies/control/stream.ts'
export type { MomentBody, TimelineBody } from './simulator/bodies/control/timeline.ts'
export type { DeliveryEntry } from './simulator/bodies/deliveries.ts'
export type { ListedLabelBody } from './simulator/bodies/labels.ts'
export type { RateBody } from './simulator/bodies/rates.ts'
export type { ShipmentBody } from './simulator/bodies/shipments.ts'
export type { ListedTrackerBody, TrackingEventBody } from './simulator/bodies/trackers.ts'
export type { LedgerEntryBody, LiveWalletBody, WalletBody } from './simulator/bodies/wallet.ts'
export type { LabelCreatedBody, WebhookBody } from './simulator/bodies/webhook.ts'
export type { FaultInput } from './simulator/faults/fault-input.ts'
export { ScenarioError } from './simulator/scenarios/scenario-error.ts'
export type { ScenarioName } from './simulator/scenarios/scenario-names.ts'
export type { ErrorCode } from './simulator/specification/errors.ts'
export type { CarrierName, Known, TrackingStatus } from './simulator/specification/model.ts'
export type { EndpointName, OperationName } from './simulator/specification/operations.ts'
export { DataFileError } from './simulator/storage/data-file/data-file-error.ts'
export type { ScriptName } from './simulator/tracking/script.ts'
export type { VariationName } from './variations/variation-names.ts'

/** A simulator in this process. It also has the methods of its default account. */
export interface Drydock extends Connection {
  /**
   * The seed of ids, numbers and keys. If `startDrydock` gets this seed, the new simulator gives the same ids, numbers
   * and keys again.
   */
  readonly seed: string
  /**
   * Returns each variation of `vary` by its `id`, with the number of responses and deliveries that it has changed so
   * far (`times`).
   */
  appliedVariations(): readonly { readonly id: string; readonly times: number }[]
  /** Stops the simulator. When this resolves, all data are stored and its port is free. */
  close(): Promise<void>
  /** Stops the simulator at the end of the block of an `await using`, like `close`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a simulator in this process; resolves once it accepts requests. Rejects with an OptionsError for
 * invalid options, a DataFileError or ScenarioError for an unusable file, and with Node's error if it cannot
 * listen.
 *
 * @example
 * await using dock = await startDrydock({ clock: 'frozen' })
 * const headers = { Authorization: `Bearer ${dock.keys.test}` }
 * const response = await fetch(`${dock.url}/v1/wallet`, { headers })
 * await dock.clock.advance('15m')
 */
export async function startDrydock(options: DrydockOptions = {}): Promise<Drydock> {
  const serverOptions = await readOptions(options)
  const server = await startDrydockServer(serverOptions)
  try {
    const connection = await connectDrydock(server.url, { controlToken: serverOptions.controlToken })
    return {
      ...connection,
      seed: server.seed,
      appliedVariations: server.countVariationChanges,
      close: server.close,
      [Symbol.asyncDispose]: server.close,
    }
  } catch (error) {
    await server.close()
    throw error
  }
}
