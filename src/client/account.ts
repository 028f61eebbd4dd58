import type { Environment } from '../simulator/specification/model.ts'
import { type AccountCarriers, openCarriers } from './carriers.ts'
import { type AccountClock, openClock } from './clock.ts'
import { type AccountFaults, openFaults } from './faults.ts'
import type { Control } from './http/control.ts'
import { type AccountStream, openStream } from './http/stream.ts'
import { type AccountKeys, openKeys } from './keys.ts'
import { type AccountBatches, type AccountLabels, type AccountTrackers, openLists } from './lists.ts'
import { type AccountRequests, openRequests } from './requests.ts'
import { type AccountReview, openReview } from './review.ts'
import { type AccountScenario, openScenario } from './scenario.ts'
import type { ClientOptions } from './service/client.ts'
import type { ServiceClient } from './service/service-client.ts'
import { type AccountShipments, openShipments } from './shipments.ts'
import { type AccountSnapshot, openSnapshot } from './snapshot.ts'
import { type AccountSnapshots, openSnapshots } from './snapshots.ts'
import { type AccountTracking, openTracking } from './tracking.ts'
import { type AccountWallet, openWallet } from './wallet.ts'
import { type AccountWebhook, openWebhook } from './webhook.ts'

/** The controls of one account. */
export interface AccountControls extends AccountKeys {
  /** The id of the account, as its addresses in the control protocol and on the dashboard have it. */
  readonly id: string
  /** Reads and moves its time (control protocol, How do I move time?). */
  readonly clock: AccountClock
  /** Adds, lists and removes its faults (faults, Which targets and modes are there?). */
  readonly faults: AccountFaults
  /** Reads and changes its live wallet (control protocol, How do I change the wallet?). */
  readonly wallet: AccountWallet
  /** Sets its webhook URL and reads its deliveries (control protocol, How do I set the webhook?). */
  readonly webhook: AccountWebhook
  /** Decides what its carriers report of parcels (control protocol, How do I control parcels?). */
  readonly tracking: AccountTracking
  /** Connects carrier accounts of the client (specification, What the service does). */
  readonly carriers: AccountCarriers
  /** Lists the labels that it bought. */
  readonly labels: AccountLabels
  /** Lists the trackers that it registered. */
  readonly trackers: AccountTrackers
  /** Lists the batches that it created. */
  readonly batches: AccountBatches
  /** Lists the records of its purchases (specification, Label). */
  readonly shipments: AccountShipments
  /** Reads the log of its requests to the service. */
  readonly requests: AccountRequests
  /** Reports what the clients of the account have met, and what they did wrong. */
  readonly review: AccountReview
  /** Saves and restores all its state as a document. */
  readonly snapshot: AccountSnapshot
  /** Saves and restores all its state under names, in the simulator. */
  readonly snapshots: AccountSnapshots
  /** Starts and stops outages (control protocol, How do I add faults and run scenarios?). */
  readonly scenario: AccountScenario
  /** The account's events as they happen. */
  readonly stream: AccountStream
  /** Restores the account as it was created, with the same keys. */
  reset(): Promise<void>
  /** Deletes the account with all its data. Rejects with a DrydockError for the account `default`. */
  delete(): Promise<void>
}

/** An account with its first two keys, which have every scope. */
export interface Account extends AccountControls {
  /**
   * The values of its first two keys, `test` for the sandbox and `live`. Reading one that was revoked or never made
   * throws an Error.
   */
  readonly keys: { readonly test: string; readonly live: string }
  /**
   * Returns a typed client of the service with the account's key of an environment, by default of the sandbox. Throws an Error if the
   * account has no such key.
   *
   * @example
   * const { rates } = await account.client().createRates({ from_address, to_address, parcel })
   */
  client(environment?: Environment, options?: Omit<ClientOptions, 'baseUrl' | 'key'>): ServiceClient
}

/** Returns the controls of an account; makes no call. */
export function openAccount(control: Control, id: string): AccountControls {
  const path = `/accounts/${encodeURIComponent(id)}`
  const clock = openClock(control, path)
  return {
    id,
    clock,
    faults: openFaults(control, path),
    wallet: openWallet(control, path),
    webhook: openWebhook(control, path, clock),
    tracking: openTracking(control, path),
    carriers: openCarriers(control, path),
    ...openLists(control, path),
    shipments: openShipments(control, path),
    requests: openRequests(control, path),
    review: openReview(control, path),
    snapshot: openSnapshot(control, path),
    snapshots: openSnapshots(control, path),
    scenario: openScenario(control, path),
    stream: openStream(control, path),
    ...openKeys(control, path),
    reset: () => control.tell({ method: 'POST', path: `${path}/reset` }),
    delete: () => control.tell({ method: 'DELETE', path }),
  }
}
