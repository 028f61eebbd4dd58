import type { Environment } from '../simulator/specification/model.ts'
import { type AccountCarriers, buildAccountCarriers } from './carriers.ts'
import { type AccountClock, buildAccountClock } from './clock.ts'
import { type AccountFaults, buildAccountFaults } from './faults.ts'
import type { ControlCaller } from './http/control.ts'
import { type AccountStream, buildAccountStream } from './http/stream.ts'
import { type AccountKeys, buildAccountKeys } from './keys.ts'
import { type AccountBatches, type AccountLabels, type AccountTrackers, buildAccountLists } from './lists.ts'
import { type AccountRequests, buildAccountRequests } from './requests.ts'
import { type AccountReview, buildAccountReview } from './review.ts'
import { type AccountScenario, buildAccountScenario } from './scenario.ts'
import type { ClientOptions } from './service/client.ts'
import type { ServiceClient } from './service/service-client.ts'
import { type AccountShipments, buildAccountShipments } from './shipments.ts'
import { type AccountSnapshot, buildAccountSnapshot } from './snapshot.ts'
import { type AccountSnapshots, buildAccountSnapshots } from './snapshots.ts'
import { type AccountTracking, buildAccountTracking } from './tracking.ts'
import { type AccountWallet, buildAccountWallet } from './wallet.ts'
import { type AccountWebhook, buildAccountWebhook } from './webhook.ts'

/** The methods that read and change one account. */
export interface AccountControls extends AccountKeys {
  /** The account's id, as URLs of the control protocol and of the dashboard contain it. */
  readonly id: string
  /** Reads and moves the account's time (control protocol, How do I move time?). */
  readonly clock: AccountClock
  /** Adds, lists and removes the account's faults (faults, Which targets and modes are there?). */
  readonly faults: AccountFaults
  /** Reads and changes the account's live wallet (control protocol, How do I change the wallet?). */
  readonly wallet: AccountWallet
  /** Sets the account's webhook URL and reads its deliveries (control protocol, How do I set the webhook?). */
  readonly webhook: AccountWebhook
  /** Controls which events carriers report for the account's parcels (control protocol, How do I control parcels?). */
  readonly tracking: AccountTracking
  /** Connects the client's own carrier accounts (specification, What the service does). */
  readonly carriers: AccountCarriers
  /** Lists the labels that the account bought. */
  readonly labels: AccountLabels
  /** Lists the trackers that the account registered. */
  readonly trackers: AccountTrackers
  /** Lists the batches that the account created. */
  readonly batches: AccountBatches
  /** Lists the records of the account's purchases (specification, Label). */
  readonly shipments: AccountShipments
  /** Reads the log of the account's requests to the service. */
  readonly requests: AccountRequests
  /** Reports which situations the account's clients have met, and their mistakes. */
  readonly review: AccountReview
  /** Saves the account's whole state as a document, and restores it. */
  readonly snapshot: AccountSnapshot
  /** Saves the account's whole state under names in the simulator, and restores it. */
  readonly snapshots: AccountSnapshots
  /** Starts and stops scenarios, which plan outages (control protocol, How do I add faults and run scenarios?). */
  readonly scenario: AccountScenario
  /** Yields the account's events as they happen. */
  readonly stream: AccountStream
  /** Returns the account to its first state, with the same keys. */
  reset(): Promise<void>
  /** Deletes the account with all its data. Rejects with a DrydockError for the account `default`. */
  delete(): Promise<void>
}

/** An account with its first two keys, which have every scope. */
export interface Account extends AccountControls {
  /**
   * The values of the account's first two keys: `test` for the sandbox, and `live`. Reading a key that was revoked or
   * never created throws an Error.
   */
  readonly keys: { readonly test: string; readonly live: string }
  /**
   * Returns a typed client of the service that uses the account's key of an environment, by default `test`. Throws an
   * Error if the account has no such key.
   *
   * @example
   * const { rates } = await account.client().createRates({ from_address, to_address, parcel })
   */
  client(environment?: Environment, options?: Omit<ClientOptions, 'baseUrl' | 'key'>): ServiceClient
}

/** Returns an object with the calls for one account. Creating it sends nothing. */
export function buildAccountControls(control: ControlCaller, id: string): AccountControls {
  const path = `/accounts/${encodeURIComponent(id)}`
  const clock = buildAccountClock(control, path)
  return {
    id,
    clock,
    faults: buildAccountFaults(control, path),
    wallet: buildAccountWallet(control, path),
    webhook: buildAccountWebhook(control, path, clock),
    tracking: buildAccountTracking(control, path),
    carriers: buildAccountCarriers(control, path),
    ...buildAccountLists(control, path),
    shipments: buildAccountShipments(control, path),
    requests: buildAccountRequests(control, path),
    review: buildAccountReview(control, path),
    snapshot: buildAccountSnapshot(control, path),
    snapshots: buildAccountSnapshots(control, path),
    scenario: buildAccountScenario(control, path),
    stream: buildAccountStream(control, path),
    ...buildAccountKeys(control, path),
    reset: () => control.send({ method: 'POST', path: `${path}/reset` }),
    delete: () => control.send({ method: 'DELETE', path }),
  }
}
