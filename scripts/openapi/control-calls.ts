import type { ControlCallName } from '../../src/simulator/bodies/control-answers.ts'
import { maxCarrierAccounts } from '../../src/simulator/resources/rate-id.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'

/** What the document says of a call of the control protocol beside its schemas. */
interface CallWords {
  readonly id: string
  readonly tag: string
  readonly summary: string
  /** What the call does, in whole sentences. */
  readonly description: string
  /** The error codes that only some calls have. */
  readonly codes?: readonly AnyErrorCode[]
}

const clockCodes = ['CONTROL.CLOCK.BACKWARDS', 'CONTROL.CLOCK.STOPPED', 'CONTROL.CLOCK.BUSY'] as const
const unknownThing = ['CONTROL.RESOURCE.NOT_FOUND'] as const
const required = ['VALIDATION.FIELD.REQUIRED'] as const

export const callWords: Readonly<Record<ControlCallName, CallWords>> = {
  'GET /': {
    id: 'discover',
    tag: 'Simulator',
    summary: 'Discover the implementation',
    description:
      'Says which implementation answers, which version of the protocol it has and which parts of it.',
  },
  'GET /openapi.json': {
    id: 'getControlDocument',
    tag: 'Simulator',
    summary: 'Read this document',
    description: 'This protocol as an OpenAPI 3.1 document, with the address at which it was requested.',
  },
  'GET /refused': {
    id: 'listRefused',
    tag: 'Simulator',
    summary: 'List refused requests',
    description:
      'Requests whose `Host` or `Origin` is not allowed are refused and not carried out. They are counted, and the last 20 are kept.',
  },
  'POST /accounts': {
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'Creates an account with a test key, a live key and a clock of its own. Every field is optional.',
    codes: ['CONTROL.ACCOUNT.EXISTS'],
  },
  'GET /accounts': {
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List the accounts',
    description: 'Lists all accounts, with their first keys and clocks.',
  },
  'GET /accounts/{account}': {
    id: 'getAccount',
    tag: 'Accounts',
    summary: 'Read an account',
    description: 'Reads one account, with its first keys and its clock.',
  },
  'DELETE /accounts/{account}': {
    id: 'deleteAccount',
    tag: 'Accounts',
    summary: 'Delete an account',
    description: 'Deletes the account and all its data. The account `default` cannot be deleted.',
  },
  'POST /accounts/{account}/reset': {
    id: 'resetAccount',
    tag: 'Accounts',
    summary: 'Reset an account',
    description: 'Puts the account back to the state in which it was created, with the same keys.',
  },
  'GET /accounts/{account}/snapshot': {
    id: 'getSnapshot',
    tag: 'Snapshots',
    summary: 'Take a snapshot',
    description: "Answers the account's whole state as one document, which can be restored later.",
  },
  'PUT /accounts/{account}/snapshot': {
    id: 'putSnapshot',
    tag: 'Snapshots',
    summary: 'Restore a snapshot',
    description: "Replaces the account's whole state, its clock too, by that of the snapshot.",
    codes: required,
  },
  'POST /accounts/{account}/keys': {
    id: 'createKey',
    tag: 'Keys',
    summary: 'Create a key',
    description: 'Creates an API key. Its value is shown only in this answer.',
    codes: required,
  },
  'GET /accounts/{account}/keys': {
    id: 'listKeys',
    tag: 'Keys',
    summary: 'List the keys',
    description: 'Lists all API keys of the account, without their values.',
  },
  'DELETE /accounts/{account}/keys/{key}': {
    id: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke a key',
    description: 'Revokes the API key at once.',
    codes: unknownThing,
  },
  'GET /accounts/{account}/clock': {
    id: 'getClock',
    tag: 'Time',
    summary: 'Read the clock',
    description: "Reads the account's clock.",
  },
  'PATCH /accounts/{account}/clock': {
    id: 'changeClock',
    tag: 'Time',
    summary: 'Change the clock',
    description:
      'Freezes the clock, lets it run, sets its rate, or moves it to a later time. Work that is due until then is done before the call is answered. The clock cannot be moved back.',
    codes: clockCodes,
  },
  'POST /accounts/{account}/clock/advance': {
    id: 'advanceClock',
    tag: 'Time',
    summary: 'Advance the clock',
    description:
      'Moves the clock on, by exactly one of the fields. Work that is due on the way is done before the call is answered.',
    codes: clockCodes,
  },
  'GET /accounts/{account}/wallet': {
    id: 'getLiveWallet',
    tag: 'Wallet',
    summary: 'Read the live wallet',
    description: 'Reads the wallet of the live keys, as `GET /v1/wallet` shows it to them.',
  },
  'PATCH /accounts/{account}/wallet': {
    id: 'changeWallet',
    tag: 'Wallet',
    summary: 'Change the live wallet',
    description:
      'Sets the balance, the card on file or automatic reloading. Fields that are left out stay as they are.',
    codes: required,
  },
  'POST /accounts/{account}/wallet/fund': {
    id: 'fundWallet',
    tag: 'Wallet',
    summary: 'Fund the live wallet',
    description:
      'Charges the card on file and adds the amount to the balance. Fails if there is no valid card.',
    codes: [...required, 'WALLET.PAYMENT.FAILED', 'WALLET.PAYMENT_METHOD.MISSING'],
  },
  'GET /accounts/{account}/wallet/ledger': {
    id: 'listLedger',
    tag: 'Wallet',
    summary: 'List the ledger',
    description: 'Lists the movements of the live balance, newest first. The sandbox wallet has no ledger.',
  },
  'PUT /accounts/{account}/webhook': {
    id: 'setWebhook',
    tag: 'Webhook',
    summary: 'Set the webhook URL',
    description: 'Sets the URL that events are sent to, and answers the secret that signs them.',
    codes: required,
  },
  'GET /accounts/{account}/webhook': {
    id: 'getWebhook',
    tag: 'Webhook',
    summary: 'Read the webhook URL',
    description: 'Reads the URL that events are sent to, and the secret that signs them.',
  },
  'DELETE /accounts/{account}/webhook': {
    id: 'clearWebhook',
    tag: 'Webhook',
    summary: 'Remove the webhook URL',
    description: 'Removes the URL: events are no longer sent.',
  },
  'GET /accounts/{account}/webhook/deliveries': {
    id: 'listAllDeliveries',
    tag: 'Webhook',
    summary: 'List the webhook deliveries',
    description: 'Lists the deliveries of both environments, newest first, with the body and each attempt.',
  },
  'POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver': {
    id: 'redeliver',
    tag: 'Webhook',
    summary: 'Redeliver an event',
    description:
      'Makes one more attempt now, in addition to the scheduled ones. To wait for its end, advance the clock by 0 seconds.',
    codes: unknownThing,
  },
  'POST /accounts/{account}/faults': {
    id: 'addFault',
    tag: 'Faults',
    summary: 'Add a fault',
    description:
      'Adds a fault to the account. A fault that could never take effect is refused, except one with the `probability` 0.',
    codes: ['CONTROL.FAULT.INVALID'],
  },
  'GET /accounts/{account}/faults': {
    id: 'listFaults',
    tag: 'Faults',
    summary: 'List the faults',
    description: 'Lists the faults of the account, and how often each has taken effect.',
  },
  'DELETE /accounts/{account}/faults': {
    id: 'clearFaults',
    tag: 'Faults',
    summary: 'Remove all faults',
    description: 'Removes all faults of the account.',
  },
  'DELETE /accounts/{account}/faults/{fault}': {
    id: 'removeFault',
    tag: 'Faults',
    summary: 'Remove a fault',
    description: 'Removes one fault of the account.',
    codes: unknownThing,
  },
  'GET /accounts/{account}/scenario': {
    id: 'listScenarios',
    tag: 'Faults',
    summary: 'List the scenarios',
    description: 'Lists the built-in scenarios, and which scenario is running.',
  },
  'POST /accounts/{account}/scenario': {
    id: 'startScenario',
    tag: 'Faults',
    summary: 'Start a scenario',
    description: 'Starts a built-in scenario (`name`) or one in YAML (`source`, which goes before a `name`).',
  },
  'DELETE /accounts/{account}/scenario': {
    id: 'stopScenario',
    tag: 'Faults',
    summary: 'Stop the scenario',
    description: 'Stops the scenario that is running and removes its faults.',
  },
  'POST /accounts/{account}/labels/{label}/scan': {
    id: 'scanLabel',
    tag: 'Parcels',
    summary: 'Scan a package',
    description: 'Lets the carrier scan the package of a label now. After that the label cannot be voided.',
    codes: ['LABEL.NOT_FOUND'],
  },
  'PUT /accounts/{account}/tracking/{number}': {
    id: 'setTrackingScript',
    tag: 'Parcels',
    summary: 'Set a tracking script',
    description: 'Lets the tracking number follow a tracking script from now on.',
    codes: required,
  },
  'POST /accounts/{account}/tracking/{number}/events': {
    id: 'pushTrackingEvent',
    tag: 'Parcels',
    summary: 'Push a tracking event',
    description:
      'Adds an event to a tracking number. Its trackers show it after their next poll. A tracking script that the number followed adds no more events.',
    codes: required,
  },
  'GET /accounts/{account}/labels': {
    id: 'listLabels',
    tag: 'Parcels',
    summary: 'List the labels',
    description:
      'Lists the labels of the account, newest first: 100 of them if `limit` does not say otherwise.',
  },
  'GET /accounts/{account}/trackers': {
    id: 'listTrackers',
    tag: 'Parcels',
    summary: 'List the trackers',
    description:
      'Lists the trackers of the account, newest first: 100 of them if `limit` does not say otherwise.',
  },
  'GET /accounts/{account}/batches': {
    id: 'listBatches',
    tag: 'Parcels',
    summary: 'List the batches',
    description:
      'Lists the batches of the account, newest first: 100 of them if `limit` does not say otherwise.',
  },
  'GET /accounts/{account}/shipments': {
    id: 'listShipments',
    tag: 'Parcels',
    summary: 'List the shipments',
    description: 'Lists the shipment records of the account, newest first.',
  },
  'POST /accounts/{account}/shipments/{id}/clone': {
    id: 'cloneShipment',
    tag: 'Parcels',
    summary: 'Quote a shipment again',
    description: 'Quotes new rates for the addresses and the parcel of a past shipment.',
    codes: [...unknownThing, 'RATE.CARRIER.UNAVAILABLE'],
  },
  'POST /accounts/{account}/carrier-accounts': {
    id: 'connectCarrier',
    tag: 'Carrier accounts',
    summary: 'Connect a carrier account',
    description: `Connects an account that the client has with a carrier, up to ${maxCarrierAccounts} of them. Rates then include that account's.`,
    codes: required,
  },
  'GET /accounts/{account}/carrier-accounts': {
    id: 'listConnectedCarriers',
    tag: 'Carrier accounts',
    summary: 'List the carrier accounts',
    description: 'Lists the connected carrier accounts.',
  },
  'DELETE /accounts/{account}/carrier-accounts/{id}': {
    id: 'disconnectCarrier',
    tag: 'Carrier accounts',
    summary: 'Disconnect a carrier account',
    description: 'Disconnects a carrier account.',
    codes: unknownThing,
  },
  'GET /accounts/{account}/requests': {
    id: 'listRequests',
    tag: 'Requests',
    summary: 'List the logged requests',
    description:
      'Lists the latest requests to the service, newest first, with their answers. The log keeps 1,000 of them. API keys in it are cut short.',
  },
  'DELETE /accounts/{account}/requests': {
    id: 'clearRequests',
    tag: 'Requests',
    summary: 'Clear the request log',
    description: 'Deletes all entries of the request log.',
  },
  'GET /accounts/{account}/timeline': {
    id: 'getTimeline',
    tag: 'Time',
    summary: 'Read the timeline',
    description:
      'Lists what has fired and what is due, in the order of time: webhook attempts, expiring rates, polls, steps of batches and scenarios, the beginnings and ends of faults, and expiring keys.',
  },
  'GET /accounts/{account}/stream': {
    id: 'streamEvents',
    tag: 'Accounts',
    summary: 'Stream events',
    description:
      'Sends what happens in the account as server-sent events, for as long as the account exists and the reader reads. `Last-Event-ID`, or `after`, resumes after the event that was read last. A reader that is too slow is cut off.',
  },
}

export const controlTags: Readonly<Record<string, string>> = {
  Simulator: 'The implementation, and requests that it refused.',
  Accounts: 'Accounts: clients of the service, independent of each other.',
  Snapshots: "An account's whole state as one document.",
  Keys: 'The API keys of an account.',
  Time: 'The clock of an account.',
  Wallet: 'The wallet of the live keys. The sandbox wallet has nothing to set.',
  Webhook: 'The webhook URL, and the deliveries of events.',
  Faults: 'Faults and scenarios: failures on demand.',
  Parcels: 'Labels, trackers, batches and shipments, and what their carriers do.',
  'Carrier accounts': 'Accounts that the client has with carriers and connected to the service.',
  Requests: 'The log of requests to the service and their answers.',
}

/** The descriptions of path parameters, by the part of the path that they stand in. */
export const parameterWords: Readonly<Record<string, string>> = {
  'accounts/{account}': 'The id of the account. `default` is the account that is there from the start.',
  'keys/{key}': 'The id of the key.',
  'deliveries/{delivery}': 'The id of the delivery.',
  'faults/{fault}': 'The id of the fault.',
  'labels/{label}': 'The id of the label.',
  'tracking/{number}': 'The tracking number.',
  'shipments/{id}': 'The id of the shipment record.',
  'carrier-accounts/{id}': 'The id of the carrier account.',
}
