import * as z from 'zod'
import { accountBody, discoveryBody } from './accounts.ts'
import { listedBatchBody } from './batches.ts'
import { type BodyOf, body, described, listOf } from './body-schema.ts'
import { carrierAccountBody } from './carrier-accounts.ts'
import { advancedBody, clockBody } from './clock.ts'
import { deliveryEntry } from './deliveries.ts'
import { faultBody } from './faults.ts'
import { keyBody, newKeyBody } from './keys.ts'
import { listedLabelBody } from './labels.ts'
import { openapiBody } from './openapi.ts'
import { ratesBody } from './rates.ts'
import { refusedBody, requestEntry } from './requests.ts'
import { runningScenarioBody, scenarioListBody } from './scenarios.ts'
import { shipmentBody } from './shipments.ts'
import { snapshotBody } from './snapshots.ts'
import { streamEvent } from './stream.ts'
import { timelineBody } from './timeline.ts'
import { listedTrackerBody, scanBody, scriptBody, trackingEventBody } from './trackers.ts'
import { ledgerEntryBody, walletBody } from './wallet.ts'
import { webhookBody } from './webhook.ts'

/** The body of a list, newest first; `rows` is what its description calls them. `has_more` is there if a limit was set. */
function listed<const Name extends string, Schema extends z.ZodType>(name: Name, row: Schema, rows: string) {
  const list: Record<Name, z.ZodArray<Schema>> = Object.assign(Object.create(null), {
    [name]: listOf(row, `The ${rows}, newest first.`),
  })
  return body(
    {
      ...list,
      has_more: described(
        z.boolean(),
        `Whether there are more, older ${rows} than these; absent if no limit was set.`,
      ).exactOptional(),
    },
    `A list of ${rows}.`,
  )
}

const answers = {
  'GET /': { 200: discoveryBody },
  'GET /openapi.json': { 200: openapiBody },
  'GET /refused': { 200: refusedBody },
  'POST /accounts': { 201: accountBody },
  'GET /accounts': {
    200: body({ accounts: listOf(accountBody, 'All accounts.') }, 'A list of the accounts.'),
  },
  'GET /accounts/{account}': { 200: accountBody },
  'DELETE /accounts/{account}': { 204: null },
  'POST /accounts/{account}/reset': { 204: null },
  'GET /accounts/{account}/snapshot': { 200: snapshotBody },
  'PUT /accounts/{account}/snapshot': { 204: null },
  'POST /accounts/{account}/keys': { 201: newKeyBody },
  'GET /accounts/{account}/keys': {
    200: body({ keys: listOf(keyBody, 'All keys of the account.') }, 'A list of the API keys.'),
  },
  'DELETE /accounts/{account}/keys/{key}': { 204: null },
  'GET /accounts/{account}/clock': { 200: clockBody },
  'PATCH /accounts/{account}/clock': { 200: clockBody },
  'POST /accounts/{account}/clock/advance': { 200: advancedBody },
  'GET /accounts/{account}/wallet': { 200: walletBody },
  'PATCH /accounts/{account}/wallet': { 200: walletBody },
  'POST /accounts/{account}/wallet/fund': { 200: walletBody },
  'GET /accounts/{account}/wallet/ledger': { 200: listed('ledger', ledgerEntryBody, 'ledger entries') },
  'PUT /accounts/{account}/webhook': { 200: webhookBody },
  'GET /accounts/{account}/webhook': { 200: webhookBody },
  'DELETE /accounts/{account}/webhook': { 200: webhookBody },
  'GET /accounts/{account}/webhook/deliveries': {
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
  'POST /accounts/{account}/webhook/deliveries/{delivery}/redeliver': { 202: deliveryEntry },
  'POST /accounts/{account}/faults': { 201: faultBody },
  'GET /accounts/{account}/faults': {
    200: body({ faults: listOf(faultBody, 'All faults of the account.') }, 'A list of the faults.'),
  },
  'DELETE /accounts/{account}/faults': { 204: null },
  'DELETE /accounts/{account}/faults/{fault}': { 204: null },
  'GET /accounts/{account}/scenario': { 200: scenarioListBody },
  'POST /accounts/{account}/scenario': { 201: runningScenarioBody },
  'DELETE /accounts/{account}/scenario': { 204: null },
  'POST /accounts/{account}/labels/{label}/scan': { 200: scanBody },
  'PUT /accounts/{account}/tracking/{number}': { 200: scriptBody },
  'POST /accounts/{account}/tracking/{number}/events': { 202: trackingEventBody },
  'GET /accounts/{account}/labels': { 200: listed('labels', listedLabelBody, 'labels') },
  'GET /accounts/{account}/trackers': { 200: listed('trackers', listedTrackerBody, 'trackers') },
  'GET /accounts/{account}/batches': { 200: listed('batches', listedBatchBody, 'batches') },
  'GET /accounts/{account}/shipments': { 200: listed('shipments', shipmentBody, 'shipment records') },
  'POST /accounts/{account}/shipments/{id}/clone': { 201: ratesBody },
  'POST /accounts/{account}/carrier-accounts': { 201: carrierAccountBody },
  'GET /accounts/{account}/carrier-accounts': {
    200: body(
      { carrier_accounts: listOf(carrierAccountBody, 'All connected carrier accounts.') },
      'A list of the connected carrier accounts.',
    ),
  },
  'DELETE /accounts/{account}/carrier-accounts/{id}': { 204: null },
  'GET /accounts/{account}/requests': {
    200: body({ requests: listOf(requestEntry, 'The logged requests, newest first.') }, 'The request log.'),
  },
  'DELETE /accounts/{account}/requests': { 204: null },
  'GET /accounts/{account}/timeline': { 200: timelineBody },
  'GET /accounts/{account}/stream': { 200: streamEvent },
} as const

/** The response bodies of each call of the control protocol when it succeeds, by status; null for no body. */
export const controlAnswers: { readonly [Call in ControlCallName]: Answers[Call] } = answers

type Answers = typeof answers

/** A call of the control protocol, as `METHOD path`. */
export type ControlCallName = keyof Answers

/** The body that a call responds with; undefined for no body. */
export type ControlBody<Call extends ControlCallName> = {
  [Status in keyof Answers[Call]]: Answers[Call][Status] extends z.ZodType
    ? BodyOf<Answers[Call][Status]>
    : undefined
}[keyof Answers[Call]]
