import type { ControlCallName } from '../../src/simulator/bodies/control-answers.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'

/** What a document says of a call of the control protocol that no schema has. */
interface CallWords {
  readonly id: string
  readonly tag: string
  readonly summary: string
  /** Its errors, beside those that every call of its kind has. */
  readonly codes?: readonly AnyErrorCode[]
}

const clockCodes = ['CONTROL.CLOCK.BACKWARDS', 'CONTROL.CLOCK.STOPPED', 'CONTROL.CLOCK.BUSY'] as const
const unknownThing = ['CONTROL.RESOURCE.NOT_FOUND'] as const
const required = ['VALIDATION.FIELD.REQUIRED'] as const

export const callWords: Readonly<Record<ControlCallName, CallWords>> = {
  'GET /': { id: 'discover', tag: 'Simulator', summary: 'What can be asked of it' },
  'GET /openapi.json': { id: 'getControlDocument', tag: 'Simulator', summary: 'This document' },
  'GET /refused': { id: 'listRefused', tag: 'Simulator', summary: 'What the guard turned away' },
  'POST /accounts': {
    id: 'createAccount',
    tag: 'Accounts',
    summary: 'Create an account',
    codes: ['CONTROL.ACCOUNT.EXISTS'],
  },
  'GET /accounts': { id: 'listAccounts', tag: 'Accounts', summary: 'List the accounts' },
  'GET /accounts/{account}': { id: 'getAccount', tag: 'Accounts', summary: 'Read an account' },
  'DELETE /accounts/{account}': {
    id: 'deleteAccount',
    tag: 'Accounts',
    summary: 'Delete an account and all it has',
  },
  'POST /accounts/{account}/reset': {
    id: 'resetAccount',
    tag: 'Accounts',
    summary: 'Put an account back to how it was created',
  },
  'GET /accounts/{account}/snapshot': { id: 'getSnapshot', tag: 'Snapshots', summary: 'Take a snapshot' },
  'PUT /accounts/{account}/snapshot': {
    id: 'putSnapshot',
    tag: 'Snapshots',
    summary: 'Put a snapshot in the place of all the account has',
    codes: required,
  },
  'POST /accounts/{account}/keys': { id: 'createKey', tag: 'Keys', summary: 'Create a key', codes: required },
  'GET /accounts/{account}/keys': {
    id: 'listKeys',
    tag: 'Keys',
    summary: 'List the keys, without their values',
  },
  'DELETE /accounts/{account}/keys/{key}': {
    id: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke a key from this instant',
    codes: unknownThing,
  },
  'GET /accounts/{account}/clock': { id: 'getClock', tag: 'Time', summary: 'What time it is' },
  'PATCH /accounts/{account}/clock': {
    id: 'changeClock',
    tag: 'Time',
    summary: 'Freeze time, let it run, or move it to an instant',
    codes: clockCodes,
  },
  'POST /accounts/{account}/clock/advance': {
    id: 'advanceClock',
    tag: 'Time',
    summary: 'Move time on; all that is due happens before it is answered',
    codes: clockCodes,
  },
  'GET /accounts/{account}/wallet': { id: 'getLiveWallet', tag: 'Wallet', summary: 'Read the live wallet' },
  'PATCH /accounts/{account}/wallet': {
    id: 'changeWallet',
    tag: 'Wallet',
    summary: 'Change the live wallet',
  },
  'POST /accounts/{account}/wallet/fund': {
    id: 'fundWallet',
    tag: 'Wallet',
    summary: 'Pay money in by card',
    codes: [...required, 'WALLET.PAYMENT.FAILED', 'WALLET.PAYMENT_METHOD.MISSING'],
  },
  'GET /accounts/{account}/wallet/ledger': {
    id: 'listLedger',
    tag: 'Wallet',
    summary: 'List the movements of the live balance',
  },
  'PUT /accounts/{account}/webhook': {
    id: 'setWebhook',
    tag: 'Webhook',
    summary: 'Set where events go',
    codes: required,
  },
  'GET /accounts/{account}/webhook': { id: 'getWebhook', tag: 'Webhook', summary: 'Read where events go' },
  'DELETE /accounts/{account}/webhook': {
    id: 'clearWebhook',
    tag: 'Webhook',
    summary: 'Send events nowhere',
  },
  'GET /accounts/{account}/webhook/deliveries': {
    id: 'listAllDeliveries',
    tag: 'Webhook',
    summary: 'List the deliveries with each attempt',
  },
  'POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver': {
    id: 'redeliver',
    tag: 'Webhook',
    summary: 'Make one more attempt now, beside the schedule',
    codes: unknownThing,
  },
  'POST /accounts/{account}/faults': {
    id: 'addFault',
    tag: 'Faults',
    summary: 'Make something go wrong',
    codes: ['CONTROL.FAULT.INVALID'],
  },
  'GET /accounts/{account}/faults': {
    id: 'listFaults',
    tag: 'Faults',
    summary: 'List the faults and how often they have bitten',
  },
  'DELETE /accounts/{account}/faults': { id: 'clearFaults', tag: 'Faults', summary: 'Take all faults away' },
  'DELETE /accounts/{account}/faults/{fault}': {
    id: 'removeFault',
    tag: 'Faults',
    summary: 'Take a fault away',
    codes: unknownThing,
  },
  'GET /accounts/{account}/scenario': {
    id: 'listScenarios',
    tag: 'Faults',
    summary: 'List the scenarios that are built in',
  },
  'POST /accounts/{account}/scenario': { id: 'startScenario', tag: 'Faults', summary: 'Start a scenario' },
  'DELETE /accounts/{account}/scenario': {
    id: 'stopScenario',
    tag: 'Faults',
    summary: 'Stop the scenario; its faults go with it',
  },
  'POST /accounts/{account}/labels/{label}/scan': {
    id: 'scanLabel',
    tag: 'Parcels',
    summary: 'Let the carrier scan a package, which closes the void window',
    codes: ['LABEL.NOT_FOUND'],
  },
  'PUT /accounts/{account}/tracking/{number}': {
    id: 'setTrackingScript',
    tag: 'Parcels',
    summary: 'Let a script tell the way of a number',
    codes: required,
  },
  'POST /accounts/{account}/tracking/{number}/events': {
    id: 'pushTrackingEvent',
    tag: 'Parcels',
    summary: 'Let something happen to a parcel; it shows at the next poll',
    codes: required,
  },
  'GET /accounts/{account}/labels': { id: 'listLabels', tag: 'Parcels', summary: 'List the labels' },
  'GET /accounts/{account}/trackers': { id: 'listTrackers', tag: 'Parcels', summary: 'List the trackers' },
  'GET /accounts/{account}/batches': { id: 'listBatches', tag: 'Parcels', summary: 'List the batches' },
  'GET /accounts/{account}/shipments': { id: 'listShipments', tag: 'Parcels', summary: 'List the shipments' },
  'POST /accounts/{account}/shipments/{id}/clone': {
    id: 'cloneShipment',
    tag: 'Parcels',
    summary: 'Quote rates for a past shipment',
    codes: [...unknownThing, 'RATE.CARRIER.UNAVAILABLE'],
  },
  'POST /accounts/{account}/carrier-accounts': {
    id: 'connectCarrier',
    tag: 'Carrier accounts',
    summary: 'Connect a carrier account',
    codes: required,
  },
  'GET /accounts/{account}/carrier-accounts': {
    id: 'listConnectedCarriers',
    tag: 'Carrier accounts',
    summary: 'List the carrier accounts',
  },
  'DELETE /accounts/{account}/carrier-accounts/{id}': {
    id: 'disconnectCarrier',
    tag: 'Carrier accounts',
    summary: 'Disconnect a carrier account',
    codes: unknownThing,
  },
  'GET /accounts/{account}/requests': {
    id: 'listRequests',
    tag: 'Requests',
    summary: 'List what was asked of the service',
  },
  'DELETE /accounts/{account}/requests': {
    id: 'clearRequests',
    tag: 'Requests',
    summary: 'Empty the request log',
  },
}

export const controlTags: Readonly<Record<string, string>> = {
  Simulator: 'The simulator itself.',
  Accounts: 'Clients of the service, each a world of its own.',
  Snapshots: 'The whole state of an account.',
  Keys: 'What clients ask by.',
  Time: "An account's clock.",
  Wallet: 'The live wallet: that of the sandbox has nothing to set.',
  Webhook: 'Where events go, and what became of them.',
  Faults: 'What goes wrong on demand.',
  Parcels: 'What happens to parcels at their carrier, and what was bought.',
  'Carrier accounts': "The client's own accounts at carriers.",
  Requests: 'What was asked of the service, and what it answered.',
}

export const parameterWords: Readonly<Record<string, string>> = {
  account: 'The id of the account; `default` is the one at start.',
  key: 'The id of the key.',
  delivery: 'The id of the delivery.',
  fault: 'The id of the fault.',
  label: 'The id of the label.',
  number: 'The tracking number.',
  id: 'Its id.',
}
