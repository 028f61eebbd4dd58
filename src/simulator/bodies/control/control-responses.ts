import * as z from 'zod'
import { maxNamedSnapshots, maxSnapshotBytes } from '../../accounts/named-snapshots.ts'
import { maxCarrierAccounts } from '../../resources/rate-id.ts'
import type { AnyErrorCode } from '../../specification/errors.ts'
import { listedBatchBody } from '../batches.ts'
import { type BodyOf, body, describeSchema, listOf } from '../body-schema.ts'
import { carrierAccountBody } from '../carrier-accounts.ts'
import { deliveryEntry } from '../deliveries.ts'
import { listedLabelBody } from '../labels.ts'
import { openapiBody } from '../openapi.ts'
import { ratesBody } from '../rates.ts'
import { shipmentBody } from '../shipments.ts'
import { listedTrackerBody, scanBody, scriptBody, trackingEventBody } from '../trackers.ts'
import { ledgerEntryBody, liveWalletBody } from '../wallet.ts'
import { webhookBody } from '../webhook.ts'
import { accountBody, discoveryBody, prunedBody } from './accounts.ts'
import { advancedBody, clockBody } from './clock.ts'
import { faultBody } from './faults.ts'
import { keyBody, newKeyBody } from './keys.ts'
import { previewBody } from './preview.ts'
import { refusedBody, requestEntry } from './requests.ts'
import { reviewBody } from './review.ts'
import { runningScenarioBody, scenarioListBody } from './scenarios.ts'
import { namedSnapshotBody, snapshotBody } from './snapshots.ts'
import { streamEvent } from './stream.ts'
import { timelineBody } from './timeline.ts'

/**
 * Returns the schema of a list response, newest first. Its description names the listed records by `rows`. The response
 * has `has_more` if the request set a limit.
 */
function createListSchema<const Name extends string, Schema extends z.ZodType>(
  name: Name,
  row: Schema,
  rows: string,
) {
  const list: Record<Name, z.ZodArray<Schema>> = Object.assign(Object.create(null), {
    [name]: listOf(row, `The ${rows}, newest first.`),
  })
  return body(
    {
      ...list,
      has_more: describeSchema(
        z.boolean(),
        `Whether older ${rows} exist than the listed ones; absent if the request set no limit.`,
      ).exactOptional(),
    },
    `A list of ${rows}.`,
  )
}

const clockCodes = ['CONTROL.CLOCK.BACKWARDS', 'CONTROL.CLOCK.STOPPED', 'CONTROL.CLOCK.BUSY'] as const
const notFound = ['CONTROL.RESOURCE.NOT_FOUND'] as const
const required = ['VALIDATION.FIELD.REQUIRED'] as const

const calls = {
  'GET /': {
    id: 'discover',
    summary: 'Discover the implementation',
    description:
      'Returns the name of the implementation, its version of the protocol, and the parts that it supports.',
    responses: { 200: discoveryBody },
  },
  'GET /openapi.json': {
    id: 'getControlDocument',
    summary: 'Read this document',
    description:
      'Returns the control protocol as an OpenAPI 3.1 document. Its server URL is the address at which the document was requested.',
    responses: { 200: openapiBody },
  },
  'GET /refused': {
    id: 'listRefused',
    summary: 'List refused requests',
    description:
      'Requests whose `Host` or `Origin` is not allowed are refused and not carried out. They are counted, and the last 20 are kept.',
    responses: { 200: refusedBody },
  },
  'POST /accounts': {
    id: 'createAccount',
    summary: 'Create an account',
    description:
      'Creates an account with a test key, a live key and a clock of its own. Every field is optional.',
    codes: ['CONTROL.ACCOUNT.EXISTS'],
    responses: { 201: accountBody },
  },
  'GET /accounts': {
    id: 'listAccounts',
    summary: 'List the accounts',
    description: 'Lists all accounts, with their first keys and clocks.',
    responses: {
      200: body({ accounts: listOf(accountBody, 'All accounts.') }, 'A list of the accounts.'),
    },
  },
  'POST /prune': {
    id: 'pruneAccounts',
    summary: 'Delete idle accounts',
    description:
      'Deletes all accounts that no request and no change of their settings reached for a span of real time. Reading an account is no use of it. The account `default` stays.',
    codes: required,
    responses: { 200: prunedBody },
  },
  'GET /accounts/{account}': {
    id: 'getAccount',
    summary: 'Read an account',
    description: 'Reads one account, with its first keys and its clock.',
    responses: { 200: accountBody },
  },
  'DELETE /accounts/{account}': {
    id: 'deleteAccount',
    summary: 'Delete an account',
    description: 'Deletes the account and all its data. The account `default` cannot be deleted.',
    responses: { 204: null },
  },
  'POST /accounts/{account}/reset': {
    id: 'resetAccount',
    summary: 'Reset an account',
    description: 'Resets the account to the state in which it was created, with the same keys.',
    responses: { 204: null },
  },
  'GET /accounts/{account}/snapshot': {
    id: 'getSnapshot',
    summary: 'Take a snapshot',
    description: "Returns the account's whole state as one document, which can be restored later.",
    responses: { 200: snapshotBody },
  },
  'PUT /accounts/{account}/snapshot': {
    id: 'putSnapshot',
    summary: 'Restore a snapshot',
    description: "Replaces the account's whole state, its clock too, by that of the snapshot.",
    codes: required,
    responses: { 204: null },
  },
  'GET /accounts/{account}/snapshots': {
    id: 'listNamedSnapshots',
    summary: 'List the named snapshots',
    description:
      'Lists the snapshots of the account that the simulator keeps, the newest first. A reset leaves them; deleting the account deletes them.',
    responses: {
      200: body(
        { snapshots: listOf(namedSnapshotBody, 'The named snapshots, newest first.') },
        'A list of the named snapshots.',
      ),
    },
  },
  'GET /accounts/{account}/snapshots/{name}': {
    id: 'getNamedSnapshot',
    summary: 'Read a named snapshot',
    description: 'Reads a named snapshot as the document that `PUT .../snapshot` restores.',
    codes: notFound,
    responses: { 200: snapshotBody },
  },
  'PUT /accounts/{account}/snapshots/{name}': {
    id: 'saveNamedSnapshot',
    summary: 'Save a named snapshot',
    description: `Keeps the account's whole state under a name, and replaces a snapshot of that name. With a snapshot as the body, it keeps that document instead. An account may have ${maxNamedSnapshots} of them, and those of all accounts together ${maxSnapshotBytes / 1024 / 1024} MiB.`,
    codes: required,
    responses: { 200: namedSnapshotBody },
  },
  'DELETE /accounts/{account}/snapshots/{name}': {
    id: 'deleteNamedSnapshot',
    summary: 'Delete a named snapshot',
    description: 'Deletes the named snapshot. The account stays as it is.',
    codes: notFound,
    responses: { 204: null },
  },
  'POST /accounts/{account}/snapshots/{name}/restore': {
    id: 'restoreNamedSnapshot',
    summary: 'Restore a named snapshot',
    description: "Replaces the account's whole state, its clock too, by that of the named snapshot.",
    codes: notFound,
    responses: { 204: null },
  },
  'POST /accounts/{account}/keys': {
    id: 'createKey',
    summary: 'Create a key',
    description: 'Creates an API key. Its value is shown only in this response.',
    codes: required,
    responses: { 201: newKeyBody },
  },
  'GET /accounts/{account}/keys': {
    id: 'listKeys',
    summary: 'List the keys',
    description: 'Lists all API keys of the account, without their values.',
    responses: {
      200: body({ keys: listOf(keyBody, 'All keys of the account.') }, 'A list of the API keys.'),
    },
  },
  'DELETE /accounts/{account}/keys/{key}': {
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Revokes the API key at once.',
    codes: notFound,
    responses: { 204: null },
  },
  'GET /accounts/{account}/clock': {
    id: 'getClock',
    summary: 'Read the clock',
    description: "Reads the account's clock.",
    responses: { 200: clockBody },
  },
  'PATCH /accounts/{account}/clock': {
    id: 'changeClock',
    summary: 'Change the clock',
    description:
      'Freezes the clock, lets it run, sets its rate, or moves it to a later time. Work that is due until then is done before the response is sent. The clock cannot be moved back.',
    codes: clockCodes,
    responses: { 200: clockBody },
  },
  'POST /accounts/{account}/clock/advance': {
    id: 'advanceClock',
    summary: 'Advance the clock',
    description:
      'Moves the clock forward, as exactly one of the fields says. Work that is due on the way is done before the response is sent.',
    codes: clockCodes,
    responses: { 200: advancedBody },
  },
  'POST /accounts/{account}/clock/preview': {
    id: 'previewAdvance',
    summary: 'Preview an advance',
    description:
      'Returns which work an advance of the clock with the same body would do, and which faults, keys, rates and scenario would end. The clock does not move. The preview leaves out retries of webhooks, and work that other work causes.',
    codes: ['CONTROL.CLOCK.BACKWARDS'],
    responses: { 200: previewBody },
  },
  'GET /accounts/{account}/wallet': {
    id: 'getLiveWallet',
    summary: 'Read the live wallet',
    description: 'Reads the wallet of the live keys, as `GET /v1/wallet` shows it to them.',
    responses: { 200: liveWalletBody },
  },
  'PATCH /accounts/{account}/wallet': {
    id: 'changeWallet',
    summary: 'Change the live wallet',
    description:
      'Sets the balance, the card on file, automatic reloading, or how many of the next card payments are declined. Fields that are left out stay as they are.',
    codes: required,
    responses: { 200: liveWalletBody },
  },
  'POST /accounts/{account}/wallet/fund': {
    id: 'fundWallet',
    summary: 'Fund the live wallet',
    description:
      'Charges the card on file and adds the amount to the balance. Fails if there is no valid card.',
    codes: [...required, 'WALLET.PAYMENT.FAILED', 'WALLET.PAYMENT_METHOD.MISSING'],
    responses: { 200: liveWalletBody },
  },
  'GET /accounts/{account}/wallet/ledger': {
    id: 'listLedger',
    summary: 'List the ledger',
    description: 'Lists the movements of the live balance, newest first. The sandbox wallet has no ledger.',
    responses: { 200: createListSchema('ledger', ledgerEntryBody, 'ledger entries') },
  },
  'PUT /accounts/{account}/webhook': {
    id: 'setWebhook',
    summary: 'Set the webhook URL',
    description: 'Sets the URL that events are sent to, and returns the secret that signs them.',
    codes: required,
    responses: { 200: webhookBody },
  },
  'GET /accounts/{account}/webhook': {
    id: 'getWebhook',
    summary: 'Read the webhook URL',
    description: 'Reads the URL that events are sent to, and the secret that signs them.',
    responses: { 200: webhookBody },
  },
  'DELETE /accounts/{account}/webhook': {
    id: 'clearWebhook',
    summary: 'Remove the webhook URL',
    description: 'Removes the webhook URL, so that events are no longer sent.',
    responses: { 200: webhookBody },
  },
  'GET /accounts/{account}/webhook/deliveries': {
    id: 'listAllDeliveries',
    summary: 'List the webhook deliveries',
    description: 'Lists the deliveries of both environments, newest first, with the body and each attempt.',
    responses: {
      200: body(
        {
          deliveries: listOf(
            deliveryEntry,
            'All deliveries that are kept, of both environments, newest first.',
          ),
        },
        'A list of the webhook deliveries.',
      ),
    },
  },
  'POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver': {
    id: 'redeliver',
    summary: 'Redeliver an event',
    description:
      'Makes one more attempt of the delivery now, in addition to the scheduled attempts. To wait until it has ended, advance the clock by 0 seconds.',
    codes: notFound,
    responses: { 202: deliveryEntry },
  },
  'POST /accounts/{account}/faults': {
    id: 'addFault',
    summary: 'Add a fault',
    description:
      'Adds a fault to the account. A fault that could never take effect is refused, except one with the `probability` 0.',
    codes: ['CONTROL.FAULT.INVALID'],
    responses: { 201: faultBody },
  },
  'GET /accounts/{account}/faults': {
    id: 'listFaults',
    summary: 'List the faults',
    description: 'Lists the faults of the account, and how often each has taken effect.',
    responses: {
      200: body({ faults: listOf(faultBody, 'All faults of the account.') }, 'A list of the faults.'),
    },
  },
  'DELETE /accounts/{account}/faults': {
    id: 'clearFaults',
    summary: 'Remove all faults',
    description: 'Removes all faults of the account.',
    responses: { 204: null },
  },
  'DELETE /accounts/{account}/faults/{fault}': {
    id: 'removeFault',
    summary: 'Remove a fault',
    description: 'Removes one fault of the account.',
    codes: notFound,
    responses: { 204: null },
  },
  'GET /accounts/{account}/scenario': {
    id: 'listScenarios',
    summary: 'List the scenarios',
    description: 'Lists the built-in scenarios, and which scenario is running.',
    responses: { 200: scenarioListBody },
  },
  'POST /accounts/{account}/scenario': {
    id: 'startScenario',
    summary: 'Start a scenario',
    description: 'Starts a built-in scenario (`name`) or one in YAML (`source`, which goes before a `name`).',
    responses: { 201: runningScenarioBody },
  },
  'DELETE /accounts/{account}/scenario': {
    id: 'stopScenario',
    summary: 'Stop the scenario',
    description: 'Stops the scenario that is running and removes its faults.',
    responses: { 204: null },
  },
  'POST /accounts/{account}/labels/{label}/scan': {
    id: 'scanLabel',
    summary: 'Scan a package',
    description: 'Lets the carrier scan the package of a label now. After that the label cannot be voided.',
    codes: ['LABEL.NOT_FOUND'],
    responses: { 200: scanBody },
  },
  'PUT /accounts/{account}/tracking/{number}': {
    id: 'setTrackingScript',
    summary: 'Set a tracking script',
    description: 'Lets the tracking number follow a tracking script from now on.',
    codes: required,
    responses: { 200: scriptBody },
  },
  'POST /accounts/{account}/tracking/{number}/events': {
    id: 'pushTrackingEvent',
    summary: 'Push a tracking event',
    description:
      'Adds an event to a tracking number. The trackers of the number show the event after their next poll. A tracking script that the number followed adds no more events.',
    codes: required,
    responses: { 202: trackingEventBody },
  },
  'POST /accounts/{account}/tracking/poll': {
    id: 'pollTrackers',
    summary: 'Poll the carriers now',
    description:
      'Asks the carriers now for the trackers of one tracking number, of one carrier or of the account. Time does not move, and the next regular poll of each tracker keeps its time. If no tracker matches, `fired` is empty.',
    responses: { 200: advancedBody },
  },
  'GET /accounts/{account}/labels': {
    id: 'listLabels',
    summary: 'List the labels',
    description:
      'Lists the labels of the account, newest first: 100 of them if `limit` does not say otherwise.',
    responses: { 200: createListSchema('labels', listedLabelBody, 'labels') },
  },
  'GET /accounts/{account}/trackers': {
    id: 'listTrackers',
    summary: 'List the trackers',
    description:
      'Lists the trackers of the account, newest first: 100 of them if `limit` does not say otherwise.',
    responses: { 200: createListSchema('trackers', listedTrackerBody, 'trackers') },
  },
  'GET /accounts/{account}/batches': {
    id: 'listBatches',
    summary: 'List the batches',
    description:
      'Lists the batches of the account, newest first: 100 of them if `limit` does not say otherwise.',
    responses: { 200: createListSchema('batches', listedBatchBody, 'batches') },
  },
  'GET /accounts/{account}/shipments': {
    id: 'listShipments',
    summary: 'List the shipments',
    description: 'Lists the shipment records of the account, newest first.',
    responses: { 200: createListSchema('shipments', shipmentBody, 'shipment records') },
  },
  'POST /accounts/{account}/shipments/{id}/clone': {
    id: 'cloneShipment',
    summary: 'Quote a shipment again',
    description: 'Quotes new rates for the addresses and the parcel of a past shipment.',
    codes: [...notFound, 'RATE.CARRIER.UNAVAILABLE'],
    responses: { 201: ratesBody },
  },
  'POST /accounts/{account}/carrier-accounts': {
    id: 'connectCarrier',
    summary: 'Connect a carrier account',
    description: `Connects an account that the client has with a carrier, up to ${maxCarrierAccounts} of them. Rates then include that account's.`,
    codes: required,
    responses: { 201: carrierAccountBody },
  },
  'GET /accounts/{account}/carrier-accounts': {
    id: 'listConnectedCarriers',
    summary: 'List the carrier accounts',
    description: 'Lists the connected carrier accounts.',
    responses: {
      200: body(
        { carrier_accounts: listOf(carrierAccountBody, 'All connected carrier accounts.') },
        'A list of the connected carrier accounts.',
      ),
    },
  },
  'DELETE /accounts/{account}/carrier-accounts/{id}': {
    id: 'disconnectCarrier',
    summary: 'Disconnect a carrier account',
    description: 'Disconnects a carrier account.',
    codes: notFound,
    responses: { 204: null },
  },
  'GET /accounts/{account}/requests': {
    id: 'listRequests',
    summary: 'List the logged requests',
    description:
      'Lists the latest requests to the service with their responses, newest first. The log keeps 1,000 requests. API keys in it are cut short.',
    responses: {
      200: body({ requests: listOf(requestEntry, 'The logged requests, newest first.') }, 'The request log.'),
    },
  },
  'DELETE /accounts/{account}/requests': {
    id: 'clearRequests',
    summary: 'Clear the request log',
    description: 'Deletes all entries of the request log.',
    responses: { 204: null },
  },
  'GET /accounts/{account}/review': {
    id: 'getReview',
    summary: 'Read the review',
    description:
      "Says what the account's clients have met and what they did wrong since the account was created or reset, or since the review began anew. The simulator keeps it in memory. After a restored snapshot it continues.",
    responses: { 200: reviewBody },
  },
  'DELETE /accounts/{account}/review': {
    id: 'restartReview',
    summary: 'Begin the review anew',
    description: 'Begins the review anew: it forgets what the clients have met, and their mistakes.',
    responses: { 204: null },
  },
  'GET /accounts/{account}/timeline': {
    id: 'getTimeline',
    summary: 'Read the timeline',
    description:
      'Lists what has fired and what is due, in the order of time: webhook attempts, expiring rates, polls, steps of batches and scenarios, the beginnings and ends of faults, and expiring keys.',
    responses: { 200: timelineBody },
  },
  'GET /accounts/{account}/stream': {
    id: 'streamEvents',
    summary: 'Stream events',
    description:
      'Sends what happens in the account as server-sent events, for as long as the account exists and the reader reads. `Last-Event-ID`, or `after`, resumes after the event that was read last. A reader that is too slow is cut off.',
    responses: { 200: streamEvent },
  },
} as const

/** The description of a control protocol call in the OpenAPI document, and the body of its success response. */
interface ControlCall {
  readonly id: string
  readonly summary: string
  /** The description of the call, in whole sentences. */
  readonly description: string
  /** The error codes of this call, besides those that every call can have. */
  readonly codes?: readonly AnyErrorCode[]
  /** The response body by status; null for no body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
}

/** Every call of the control protocol, as the OpenAPI document describes it. The type binds each route to its response. */
export const controlCalls: Readonly<Record<ControlCallName, ControlCall>> = calls

type Calls = typeof calls

/** A call of the control protocol, as `METHOD path`. */
export type ControlCallName = keyof Calls

/** The body that a call responds with; undefined for no body. */
export type ControlBody<Call extends ControlCallName> = BodyIn<Calls[Call]['responses']>

type BodyIn<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends z.ZodType ? BodyOf<Responses[Status]> : undefined
}[keyof Responses]
