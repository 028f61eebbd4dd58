import { setTimeout as pause } from 'node:timers/promises'
import { changeSuccesses, isLive } from '../../../variations/json-responses.ts'
import { readLabelId, type WireRequest } from '../../../variations/wire.ts'
import type { OperationName } from '../../http/operation.ts'
import { buildMutant, countUp } from '../../proof/builders.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { parseControlCall } from '../../proof/proxy/seen-accounts.ts'
import { buildErrorResponse } from '../../proof/refusal.ts'
import { adjustBalance, Quotes } from '../../proof/stateful/backdoor.ts'
import { SecretOwners } from '../../proof/stateful/held-events.ts'
import {
  buildRefusingMutant,
  buildResponseMutant,
  buildStatefulMutant,
  withFields,
} from '../../proof/stateful/stateful.ts'

const dayMs = 86_400_000

/** Creates a deliberately broken service: if two requests for an operation come at once, it carries out the first one twice. */
const buildConfusedRequestsMutant = (id: string, deviation: string, operation: OperationName): Mutant =>
  buildStatefulMutant(id, deviation)
    .kills('FLOW-004')
    .by(() => {
      const open = new Map<string, WireRequest>()
      return {
        before: async ({ request, operation: asked, key }) => {
          if (asked !== operation) return undefined
          const first = open.get(key) ?? request
          open.set(key, first)
          await pause(25)
          open.delete(key)
          return first === request ? request : { ...request, path: first.path, body: first.body }
        },
      }
    })

/** Deliberately broken services that lose data over time, respond wrongly after refusals, or drop unfinished work when the account changes. */
export const mutants: readonly Mutant[] = [
  buildConfusedRequestsMutant(
    'readings-of-labels-meet',
    'If two labels are read at once, both responses have the first label.',
    'getLabel',
  ),
  buildConfusedRequestsMutant(
    'validations-meet',
    'If two addresses are validated at once, both responses are about the first address.',
    'validateAddress',
  ),
  buildMutant('live-downloads-end-after-a-week', 'The PDF of a live label is not found after a week.')
    .kills('FLOW-001')
    .by({
      response: (response, request, wire) =>
        request.path.endsWith('/download') &&
        isLive(request) &&
        response.status < 300 &&
        wire.advancedMs(wire.accountOf(request)) > 7 * dayMs
          ? buildErrorResponse(404, 'LABEL.NOT_FOUND')
          : undefined,
    }),
  buildMutant(
    'voids-end-after-a-month',
    'A month after its purchase, a label without a scan cannot be voided.',
  )
    .kills('FLOW-001')
    .by({
      response: (response, request, wire) =>
        request.operation === 'voidLabel' &&
        response.status < 300 &&
        wire.advancedMs(wire.accountOf(request)) > 31 * dayMs
          ? buildErrorResponse(422, 'LABEL.VOID.INELIGIBLE')
          : undefined,
    }),
  buildMutant('live-log-ends-after-a-week', 'The delivery log of live labels is empty after a week.')
    .kills('FLOW-001')
    .by({
      response: (response, request, wire) =>
        request.operation === 'listDeliveries' &&
        isLive(request) &&
        response.status < 300 &&
        wire.advancedMs(wire.accountOf(request)) > 7 * dayMs
          ? { ...response, body: Buffer.from('{"deliveries":[]}') }
          : undefined,
    }),
  buildMutant('details-cut-at-100', 'The status_detail of tracking events is cut after 100 characters.')
    .kills('FLOW-001')
    .by({
      ...changeSuccesses('getTracker', (json) => ({
        ...json,
        events: Array.isArray(json['events'])
          ? json['events'].map((each) => ({
              ...each,
              status_detail: String(each.status_detail).slice(0, 100),
            }))
          : [],
      })),
    }),
  buildResponseMutant('live-ups-labels-not-downloaded', 'The PDF of a live label of UPS is not found.')
    .kills('FLOW-002')
    .by(() => {
      const ids = new Set<string>()
      return ({ operation, isLive: live, json, request, response, id }) => {
        if (operation === 'buyLabel' && live && json['carrier'] === 'UPS') ids.add(String(json['id']))
        const isFound = request.path.endsWith('/download') && response.status < 300
        return isFound && ids.has(id) ? buildErrorResponse(404, 'LABEL.NOT_FOUND') : undefined
      }
    }),
  buildStatefulMutant(
    'gone-receiver-given-up',
    'After a webhook receiver responds with 410, no more events are sent.',
  )
    .kills('FLOW-002')
    .by(() => {
      const secretOwners = new SecretOwners()
      const gone = new Set<string>()
      const first = new Map<string, boolean>()
      return {
        controlled: (request, response) => secretOwners.noteSecret(request, response),
        reply: (status, delivery) => {
          if (status === 410) gone.add(secretOwners.findAccount(delivery))
          return undefined
        },
        webhook: (delivery) => {
          const label = readLabelId(delivery)
          const isDropped = first.get(label) ?? gone.has(secretOwners.findAccount(delivery))
          first.set(label, isDropped)
          return isDropped ? [] : undefined
        },
      }
    }),
  buildRefusingMutant(
    'heavy-parcels-remembered',
    'After one parcel was refused as too heavy, every later parcel is refused as too heavy.',
  )
    .kills('FLOW-002')
    .by(() => {
      const refused = new Set<string>()
      return {
        refusal: [422, 'LABEL.WEIGHT.EXCEEDED'],
        blocks: ({ operation, account, isLive: live }) =>
          operation === 'buyLabel' && refused.has(`${account} ${live}`),
        notes: (seen) => {
          if (seen.code === 'LABEL.WEIGHT.EXCEEDED') refused.add(`${seen.account} ${seen.isLive}`)
        },
      }
    }),
  buildStatefulMutant(
    'connected-rates-repriced',
    'A label of a connected account costs a cent more than its rate after another account is connected.',
  )
    .kills('FLOW-003')
    .by(() => {
      const quotes = new Quotes()
      const changes = new Map<string, number>()
      const changesThen = new Map<unknown, number>()
      return {
        controlled: (request) => {
          const { account, call } = parseControlCall(request)
          if (call.startsWith('carrier-accounts')) countUp(changes, account)
        },
        after: async (seen) => {
          quotes.noteQuote(seen)
          const count = changes.get(seen.account) ?? 0
          if (seen.operation === 'createRates' && Array.isArray(seen.json['rates']))
            for (const rate of seen.json['rates']) changesThen.set(Object(rate)['id'], count)
          const { rate_id } = seen.asked
          const isConnected = quotes.findRate(rate_id)?.rate['account_type'] === 'byoa'
          if (seen.operation !== 'buyLabel' || !seen.isGood || !isConnected) return undefined
          if (changesThen.get(rate_id) === count) return undefined
          if (seen.isLive) await adjustBalance(seen.wire, seen.account, -1)
          return withFields(seen, { rate_cents: Number(seen.json['rate_cents']) + 1 })
        },
      }
    }),
  buildStatefulMutant('retries-end-with-url', 'If another webhook URL is set, pending retries are dropped.')
    .kills('FLOW-003')
    .by(() => {
      const secretOwners = new SecretOwners()
      const known = new Map<string, number>()
      const current = new Map<string, number>()
      return {
        controlled: (request, response) => {
          const { account, call } = parseControlCall(request)
          if (call === 'webhook' && request.method === 'PUT') countUp(current, account)
          secretOwners.noteSecret(request, response)
        },
        webhook: (delivery) => {
          const [account, label] = [secretOwners.findAccount(delivery), readLabelId(delivery)]
          const url = current.get(account) ?? 0
          const first = known.get(label) ?? url
          known.set(label, first)
          return first === url ? undefined : []
        },
      }
    }),
]
