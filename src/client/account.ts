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
  readonly id: string
  readonly clock: AccountClock
  readonly faults: AccountFaults
  readonly wallet: AccountWallet
  readonly webhook: AccountWebhook
  readonly tracking: AccountTracking
  readonly carriers: AccountCarriers
  readonly labels: AccountLabels
  readonly trackers: AccountTrackers
  readonly batches: AccountBatches
  readonly shipments: AccountShipments
  readonly requests: AccountRequests
  readonly review: AccountReview
  readonly snapshot: AccountSnapshot
  readonly snapshots: AccountSnapshots
  readonly scenario: AccountScenario
  /** The account's events as they happen. */
  readonly stream: AccountStream
  /** Restores the account as it was created, with the same keys. */
  reset(): Promise<void>
  delete(): Promise<void>
}

/** An account with its first two keys, which have every scope. */
export interface Account extends AccountControls {
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
